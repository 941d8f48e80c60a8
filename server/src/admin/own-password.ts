import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { guardedClient } from '../db/guarded-client.ts';
import { scramVerifier } from '../db/scram-verifier.ts';
import { sentenceOf } from '../kernel/sentence-of.ts';
import {
  passwordFile,
  preparePasswordLines,
  readPasswordLine,
  type Target,
} from './password-line.ts';

export interface Changed {
  role: string;
  /** The settings with the new password in them; none where a file holds it. */
  settings: string[];
  file?: string;
}

/** Addresses of one role, by the setting that has each; the first of them is signed in with. */
export type Addresses = [setting: string, url: string][];

/** Whether it can be done: refuses as the change itself would. */
export async function assertMayChange(addresses: Addresses): Promise<void> {
  const [setting, url = ''] = addresses[0] ?? [];
  const target = targetOf(url);
  if (!hasPassword(url) && readPasswordLine(passwordFile(process.env), target) === undefined) {
    throw new Error(
      `${setting} has no password of ${target.user}, nor has ${passwordFile(process.env)}: where ` +
        'the server lets the role in by other means, there is none to be changed.',
    );
  }
  await asRole(url, async () => {}).catch((error: unknown) => {
    const said = sentenceOf(error);
    throw new Error(`Nothing was changed: ${setting} does not lead to the database (${said}).`);
  });
}

/** Any role may change its own password, so no other rights are needed. */
export async function changeOwnPassword(addresses: Addresses): Promise<Changed> {
  const [, url = ''] = addresses[0] ?? [];
  const { user: role } = targetOf(url);
  const password = randomBytes(24).toString('hex');
  const change = () =>
    asRole(url, async (client) => {
      await client.query(`alter role current_user password '${scramVerifier(password)}'`);
    });
  if (hasPassword(url)) {
    await change();
    const settings = addresses.map(([name, one]) => `${name}=${withPassword(one, password)}`);
    return { role, settings };
  }
  const file = passwordFile(process.env);
  const targets = addresses.map(([, one]) => targetOf(one));
  const putInPlace = preparePasswordLines(file, targets, password);
  await change();
  putInPlace();
  return { role, settings: [], file };
}

async function asRole(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = guardedClient({ connectionString: url, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

const hasPassword = (url: string) => new URL(url).password !== '';

function withPassword(address: string, password: string): string {
  const url = new URL(address);
  url.password = password;
  return url.href;
}

export function targetOf(url: string): Target {
  const { host, port, database = '', user = '' } = new pg.Client({ connectionString: url });
  return { host, port, database, user };
}
