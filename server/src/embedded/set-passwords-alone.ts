import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { codeOf } from '../db/database-errors.ts';
import { guardedClient } from '../db/guarded-client.ts';
import { type Address, urlOf } from './address.ts';
import { program } from './binaries.ts';
import type { EmbeddedHome } from './home.ts';
import type { Passwords } from './passwords.ts';
import { passwordChanges, wrongPassword } from './roles.ts';
import { cleanEnvironment } from './server.ts';

/** Whether these are the passwords of a running server. */
export async function areItsPasswords(address: Address, passwords: Passwords): Promise<boolean> {
  const client = guardedClient({ connectionString: urlOf(address, 'superuser', passwords) });
  try {
    await client.connect();
    return true;
  } catch (error) {
    if (codeOf(error) === wrongPassword) return false;
    throw error;
  } finally {
    await client.end().catch(() => {});
  }
}

/** For a cluster whose passwords nobody has any more, by PostgreSQL itself, which asks for none. */
export async function setPasswordsAlone(
  { cluster, user }: EmbeddedHome,
  bin: string,
  passwords: Passwords,
): Promise<void> {
  const args = ['--single', '-D', cluster, '-c', 'archive_mode=off', 'postgres'];
  const child = spawn(join(bin, program('postgres')), args, {
    ...user,
    cwd: bin,
    env: cleanEnvironment(),
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const ended = once(child, 'exit');
  // A line is a statement.
  child.stdin.end(`${passwordChanges(passwords).join('\n')}\n`);
  const [code] = await ended;
  if (code !== 0) throw new Error(`The passwords of ${cluster} could not be set.`);
}
