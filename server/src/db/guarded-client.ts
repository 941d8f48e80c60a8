/// <reference path="./pgpass.d.ts" />
import { readFileSync } from 'node:fs';
import pg from 'pg';
import pgpass from 'pgpass';
import { tellSeverity } from './tell-severity.ts';

/** What `require_auth` may ask for in an address, as PostgreSQL's own clients understand it. */
export const onlyScram = 'scram-sha-256';

/** What of a connection in `pg` its types do not tell. */
interface Wire {
  password(text: string): void;
  stream: { destroy(): void };
  on(event: string, listener: () => void): void;
  emit(event: 'error', error: Error): void;
}

type FindPassword = (target: pg.ClientConfig) => Promise<string | undefined>;

interface Session {
  /** There while SCRAM is spoken, and null once the server has proven itself. */
  saslSession?: object | null;
  ssl: unknown;
}

/**
 * A connection that tells its password to nobody. Where the address says
 * `require_auth=scram-sha-256`, the server must prove that it knows the password too before it
 * hears anything else; elsewhere only one who asks for it in the clear, and not by TLS, is refused.
 * Whoever sits at a database's address while the database is away learns nothing.
 */
export function guardedClient(config: pg.ClientConfig): pg.Client {
  const client = new pg.Client(config);
  const passwordFile = passwordFileIn(config.connectionString ?? '');
  if (passwordFile !== undefined) client.password = readFileSync(passwordFile, 'utf8').trim();
  // `pg` itself would look there only with a warning that it will not for ever.
  const own = client as unknown as { password: string | null | FindPassword };
  own.password ??= (target) => new Promise((resolve) => pgpass(target, resolve));
  tellSeverity(client);
  const session = client as unknown as Session;
  const wire = client.connection as unknown as Wire;
  const isScramOnly = demandsScram(config.connectionString ?? '');
  const refuse = (why: string) => {
    wire.emit('error', new Error(`The server at the database's address ${why}.`));
    wire.stream.destroy();
  };
  let isClear = false;
  wire.on('authenticationCleartextPassword', () => {
    isClear = true;
  });
  // `pg` sends a password, as it is or hashed with MD5, by this one function.
  const send = wire.password.bind(wire);
  wire.password = (text) => {
    if (isScramOnly) refuse('asks for the password instead of proving that it knows it');
    else if (isClear && !session.ssl) refuse('asks for the password in the clear, without TLS');
    else send(text);
  };
  wire.on('authenticationOk', () => {
    if (isScramOnly && session.saslSession !== null) refuse('lets everybody in: it is not ours');
  });
  return client;
}

function demandsScram(address: string): boolean {
  const [, wish] = /[?&]require_auth=([^&#]*)/.exec(address) ?? [];
  if (wish === undefined) return false;
  if (wish === onlyScram) return true;
  throw new Error(`require_auth can only be ${onlyScram} in the address of a database.`);
}

/** Read anew for each connection: a password that was changed meanwhile is then the new one. */
export function withPasswordFile(address: string, path: string): string {
  const url = new URL(address);
  url.searchParams.set('password_file', path);
  return url.href;
}

function passwordFileIn(address: string): string | undefined {
  const [, path] = /[?&]password_file=([^&#]*)/.exec(address) ?? [];
  return path === undefined ? undefined : decodeURIComponent(path.replaceAll('+', ' '));
}

/** The role that an address signs in with, in whichever form the address is written. */
export function roleIn(address: string): string {
  return new pg.Client({ connectionString: address }).user ?? '';
}
