import { readdir, readFile } from 'node:fs/promises';
import { serverFolder } from '../kernel/checkout.ts';

export interface SqlFile {
  name: string;
  text: string;
}

/** The files of `server/migrations/` in their order, or of a noun's folder in `server/sql/`. */
async function readFolder(path: string): Promise<SqlFile[]> {
  const files = (await readdir(new URL(path, serverFolder))).filter((file) =>
    file.endsWith('.sql'),
  );
  return Promise.all(
    files.sort().map(async (file) => ({
      name: file.replace('.sql', ''),
      text: await readText(`${path}${file}`),
    })),
  );
}

export function readText(path: string): Promise<string> {
  return readFile(new URL(path, serverFolder), 'utf8');
}

export function readMigrations(): Promise<SqlFile[]> {
  return readFolder('migrations/');
}

/** What a migration of the same name takes long for. */
export function readAhead(): Promise<SqlFile[]> {
  return readFolder('migrations/ahead/');
}

/** Every function, named as its file is. */
export async function readFunctions(): Promise<SqlFile[]> {
  const nouns = (await readdir(new URL('sql/', serverFolder))).sort();
  return (await Promise.all(nouns.map((noun) => readFolder(`sql/${noun}/`)))).flat();
}

const grant = /^grant .+ to node_role;$/gm;

/** Whom the rights are for is known only when a node starts: its role is a setting. */
export function withoutGrants(text: string): string {
  return text.replace(grant, '');
}

export function grantsIn(text: string): string[] {
  return text.match(grant) ?? [];
}

/** The text with the name of a role, quoted, where the files say `node_role`. */
export function grantedTo(role: string, text: string): string {
  return text.replace(grant, (line) => line.replace(/node_role;$/, `${role};`));
}
