import type { Config } from '../config.ts';
import type { Db } from '../db/database.ts';
import { findKnownSignIn } from '../demo/known-passwords.ts';
import { type Finding, good, weak, wrong } from './finding.ts';

const loopback = new Set(['127.0.0.1', '::1', 'localhost']);

/** What the settings say by themselves; what cannot be read at all stops every command. */
export function lookAtSettings(config: Config): Finding[] {
  const found: Finding[] = [];
  const isOpen = !loopback.has(config.host);
  if (isOpen && config.proxies === 0 && !config.demo) {
    found.push(
      weak(
        'settings',
        `The node listens at ${config.host} without a proxy in front (TRUST_PROXY=off): ` +
          'passwords would travel without TLS.',
        'Put a proxy that ends TLS in front and set TRUST_PROXY (docs/operating.md, Deploy).',
      ),
    );
  }
  if (config.demo && config.databaseUrl) {
    found.push(
      weak(
        'settings',
        'DEMO=on with a PostgreSQL of your own: its accounts have passwords that everybody knows.',
        'Set DEMO=off where real people are to play.',
      ),
    );
  }
  return found.length > 0 ? found : [good('settings', 'All of them can be read.')];
}

/** What the settings and the accounts say together. */
export async function lookAtAccounts(db: Db, config: Config): Promise<Finding[]> {
  const known = config.demo ? undefined : await findKnownSignIn(db);
  const found = known
    ? [
        wrong(
          'accounts',
          `${known} still has the password of the demo, which everybody can read.`,
          `npm run admin -- reset-password ${known}`,
        ),
      ]
    : [];
  const factors = await db
    .selectFrom('second_factors')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .executeTakeFirst();
  if ((factors?.count ?? 0n) > 0n && !config.secondFactorKey) {
    found.push(
      weak(
        'accounts',
        'SECOND_FACTOR_KEY is not set: a copy of the database gives the codes away.',
        'Set it on every node to what "openssl rand -hex 32" prints, and keep it apart.',
      ),
    );
  }
  if (found.length > 0) return found;
  const says = config.demo
    ? 'Those of the demo have passwords that everybody knows; it serves this machine alone.'
    : 'None has a password that everybody knows.';
  return [good('accounts', says)];
}
