import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { writeHashed } from './files.ts';
import { isInsideBackup } from './paths.ts';

const fileName = 'backup.json';
const text = z.string();
/** These lead to files too: a folder of the archive, and names in it. */
const identifier = z.string().check(z.regex(/^\d{1,20}$/));
const walName = z.string().check(z.regex(/^([0-9A-F]{24})?$/));

const Manifest = z.object({
  format: z.literal(1),
  /** By the database's clock. Whatever was acknowledged before the end is in the backup. */
  startedAt: text,
  endedAt: text,
  product: text,
  postgres: text,
  systemIdentifier: identifier,
  startLsn: text,
  stopLsn: text,
  /** The files of the log that a restore reads at least. */
  firstWal: walName,
  lastWal: walName,
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
  const { backup } = parsed.data;
  const paths = [...backup.folders, ...backup.files.map((file) => file.path)];
  const stray = paths.find((one) => !isInsideBackup(one));
  if (stray !== undefined) {
    throw new Error(
      `The backup in ${folder} is not one of ours: ${path} names ${JSON.stringify(stray)}.`,
    );
  }
  return backup;
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
