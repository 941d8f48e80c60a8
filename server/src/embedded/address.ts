import { createServer } from 'node:net';
import { onlyScram } from '../db/guarded-client.ts';
import type { Passwords } from './passwords.ts';
import { roles } from './passwords.ts';

/** Where a server listens: at a socket in a folder, or without one at a port of this machine. */
export type Address = { port: number; socketFolder?: string | undefined };

const database = 'pitboss';

/** The embedded database as one of its roles; the superuser has nothing to do in ours. */
export function urlOf(address: Address, role: keyof typeof roles, passwords: Passwords): string {
  const { port, socketFolder } = address;
  // A path in the place of a host, as PostgreSQL's own clients read it.
  const host = socketFolder === undefined ? '127.0.0.1' : encodeURIComponent(socketFolder);
  const name = role === 'superuser' ? 'postgres' : database;
  const signIn = `${roles[role]}:${passwords[role]}`;
  return `postgres://${signIn}@${host}:${port}/${name}?require_auth=${onlyScram}`;
}

/** The wished port when it is free, else whichever the system hands out. */
export async function freePort(wish: number): Promise<number> {
  const listener = createServer();
  const isMine = await new Promise<boolean>((done) => {
    listener.once('error', () => done(false));
    listener.listen(Number.isInteger(wish) && wish < 65_536 ? wish : 0, '127.0.0.1', () =>
      done(true),
    );
  });
  if (!isMine) return freePort(0);
  const address = listener.address();
  await new Promise((done) => listener.close(done));
  return typeof address === 'object' && address ? address.port : wish;
}
