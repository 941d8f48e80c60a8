import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from 'pg';
import { codeOf } from '../db/database-errors.ts';
import { guardedClient } from '../db/guarded-client.ts';
import { type Address, urlOf } from './address.ts';
import type { EmbeddedHome } from './home.ts';
import { type Passwords, readShared, roles, sharedFile } from './passwords.ts';

/**
 * Makes the roles and the database where they are missing, and gives each role its own password
 * where they had one together.
 */
export async function ensureDatabase(
  home: EmbeddedHome,
  address: Address,
  passwords: Passwords,
): Promise<void> {
  const shared = readShared(home.folder);
  try {
    const client = await enter(address, passwords, shared);
    try {
      await makeMissing(client, passwords);
      if (shared !== undefined) await setPasswords(client, passwords);
    } finally {
      await client.end().catch(() => {});
    }
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    throw new Error(`The embedded database in ${home.folder} does not let us in: ${said}.`);
  }
  rmSync(join(home.folder, sharedFile), { force: true });
}

/** A change of the passwords that was broken off either happened or did not: we try both. */
async function enter(
  address: Address,
  passwords: Passwords,
  shared: string | undefined,
): Promise<Client> {
  const connect = async (password: string) => {
    const connectionString = urlOf(address, 'superuser', { ...passwords, superuser: password });
    const client = guardedClient({ connectionString, connectionTimeoutMillis: 30_000 });
    await client.connect();
    return client;
  };
  if (shared === undefined) return connect(passwords.superuser);
  return connect(shared).catch((error: unknown) => {
    if (codeOf(error) !== wrongPassword) throw error;
    return connect(passwords.superuser);
  });
}

const wrongPassword = '28P01';

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
  const change = (role: keyof Passwords) =>
    `alter role ${roles[role]} password '${passwords[role]}'`;
  await client.query([change('superuser'), change('owner'), change('node')].join('; '));
}
