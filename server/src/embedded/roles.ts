import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from 'pg';
import { codeOf } from '../db/database-errors.ts';
import { guardedClient } from '../db/guarded-client.ts';
import { scramVerifier } from '../db/scram-verifier.ts';
import { sentenceOf } from '../kernel/sentence-of.ts';
import { type Address, urlOf } from './address.ts';
import type { EmbeddedHome } from './home.ts';
import { type Passwords, readNext, readShared, roles, sharedFile, takeNext } from './passwords.ts';

/**
 * Makes the roles and the database where they are missing, and gives each role its own password
 * where they had one together, or a new one where a change of them is under way.
 */
export async function ensureDatabase(
  home: EmbeddedHome,
  address: Address,
  passwords: Passwords,
): Promise<void> {
  const shared = readShared(home.folder);
  const next = readNext(home.folder);
  const isChange = shared !== undefined || Object.keys(next).length > 0;
  try {
    const tried = [shared, passwords.superuser, next.superuser];
    const client = await enter(
      address,
      tried.filter((one) => one !== undefined),
    );
    try {
      await makeMissing(client, passwords);
      if (isChange) await setPasswords(client, { ...passwords, ...next });
    } finally {
      await client.end().catch(() => {});
    }
  } catch (error) {
    const said = sentenceOf(error);
    throw new Error(`The embedded database in ${home.folder} does not let us in: ${said}.`);
  }
  takeNext(home.folder);
  rmSync(join(home.folder, sharedFile), { force: true });
}

/** A change of the passwords that was broken off either happened or did not: we try them all. */
async function enter(address: Address, [password, ...others]: string[]): Promise<Client> {
  const superuser = password ?? '';
  const connectionString = urlOf(address, 'superuser', { superuser, owner: '', node: '' });
  const client = guardedClient({ connectionString, connectionTimeoutMillis: 30_000 });
  try {
    await client.connect();
    return client;
  } catch (error) {
    if (codeOf(error) !== wrongPassword || others.length === 0) throw error;
    return enter(address, others);
  }
}

export const wrongPassword = '28P01';

/** The owner of the database may make others and is no superuser; the node's role owns nothing. */
async function makeMissing(client: Client, passwords: Passwords): Promise<void> {
  const { owner, node } = roles;
  const found = await client.query(
    'select exists (select from pg_roles where rolname = $1) as owner, ' +
      'exists (select from pg_roles where rolname = $2) as node, ' +
      'exists (select from pg_database where datname = $1) as database',
    [owner, node],
  );
  const has: { owner: boolean; node: boolean; database: boolean } = found.rows[0];
  // The passwords are hexadecimal, so they need no quoting.
  const login = (password: string) => `login password '${password}'`;
  if (!has.owner) await client.query(`create role ${owner} createdb ${login(passwords.owner)}`);
  // The owner is one of them, to see what they do and to end it.
  if (!has.node) await client.query(`create role ${node} ${login(passwords.node)} role ${owner}`);
  if (!has.database) await client.query(`create database ${owner} owner ${owner}`);
}

/** In one statement, so that all of them change or none. */
async function setPasswords(client: Client, passwords: Passwords): Promise<void> {
  await client.query(passwordChanges(passwords).join('; '));
}

export function passwordChanges(passwords: Passwords): string[] {
  const change = (role: keyof Passwords) =>
    `alter role ${roles[role]} password '${scramVerifier(passwords[role])}'`;
  return [change('superuser'), change('owner'), change('node')];
}
