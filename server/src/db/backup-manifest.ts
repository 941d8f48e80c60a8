import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { writeHashed } from './backup-files.ts';

const fileName = 'backup.json';
const text = z.string();

const Manifest = z.object({
  format: z.literal(1),
  /** By the database's clock. Whatever was acknowledged before the end is in the backup. */
  startedAt: text,
  endedAt: text,
  product: text,
  postgres: text,
  systemIdentifier: text,
  startLsn: text,
  stopLsn: text,
  /** The files of the log that a restore reads at least. */
  firstWal: text,
  lastWal: text,
  /** The ledger as it was before the backup began, and whether it was the same at its end. */
  ledger: z.object({
    sha256: text,
    accounts: z.number(),
    transfers: z.number(),
    entries: z.number(),
    isStill: z.boolean(),
  }),
  folders: z.array(text),
  files: z.array(z.object({ path: text, bytes: z.number(), sha256: text })),
});
export type Manifest = z.output<typeof Manifest>;

const Sealed = z.object({ sha256: text, backup: Manifest });

/** It is written last: a folder without it is no backup. */
export async function writeManifest(folder: string, backup: Manifest): Promise<void> {
  const sealed = { sha256: hashOf(backup), backup };
  await writeHashed(join(folder, fileName), `${JSON.stringify(sealed, null, 1)}\n`);
}

export async function readManifest(folder: string): Promise<Manifest> {
  const path = join(folder, fileName);
  const content = await readFile(path, 'utf8').catch(() => undefined);
  if (content === undefined)
    throw new Error(`There is no backup in ${folder}: ${path} is missing.`);
  const parsed = Sealed.safeParse(parse(content));
  if (!parsed.success || hashOf(parsed.data.backup) !== parsed.data.sha256) {
    throw new Error(`The backup in ${folder} is damaged: ${path} was changed.`);
  }
  return parsed.data.backup;
}

function parse(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return undefined;
  }
}

/** In the order of the schema, so that reading and writing hash the same. */
function hashOf(backup: Manifest): string {
  return createHash('sha256')
    .update(JSON.stringify(Manifest.parse(backup)))
    .digest('hex');
}
