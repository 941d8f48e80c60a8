import { chownSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** What a line of PostgreSQL's password file is found by. */
export interface Target {
  host: string;
  port: number;
  database: string;
  user: string;
}

/** Where `pg` and PostgreSQL's own programs look for passwords that an address does not have. */
export function passwordFile(env: Record<string, string | undefined>): string {
  return env.PGPASSFILE || join(homedir(), '.pgpass');
}

/** The password of the first line that fits, as `pg` reads it; nothing where none does. */
export function readPasswordLine(path: string, target: Target): string | undefined {
  return read(path)
    .map(fieldsOf)
    .find((fields) => fits(fields, target))?.[4];
}

/**
 * Writes the file anew beside itself, with the new password in the first line that fits each
 * target; what is returned puts it into its place.
 */
export function preparePasswordLines(path: string, targets: Target[], password: string) {
  const lines = read(path);
  for (const target of targets) {
    const at = lines.findIndex((line) => fits(fieldsOf(line), target));
    const kept = fieldsOf(lines[at] ?? '').slice(0, 4);
    if (at >= 0) lines[at] = [...kept, password].map(escaped).join(':');
  }
  const { uid, gid, mode } = statSync(path);
  const draft = `${path}.new`;
  writeFileSync(draft, lines.join('\n'), { mode: mode & 0o777, flush: true });
  if (process.getuid?.() === 0) chownSync(draft, uid, gid);
  return () => renameSync(draft, path);
}

function read(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').split('\n');
  } catch {
    return [];
  }
}

/** Host, port, database, user, password; a colon or backslash in one of them has one before it. */
function fieldsOf(line: string): string[] {
  if (line.startsWith('#')) return [];
  return [...line.matchAll(/(?:^|:)((?:\\.|[^\\:])*)/g)].map(([, field = '']) =>
    field.replaceAll(/\\(.)/g, '$1'),
  );
}

function fits(fields: string[], { host, port, database, user }: Target): boolean {
  const wanted = [host, String(port), database, user];
  return fields.length === 5 && wanted.every((one, at) => ['*', one].includes(fields[at] ?? ''));
}

function escaped(field: string): string {
  return field.replaceAll(/[\\:]/g, '\\$&');
}
