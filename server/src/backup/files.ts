import { createHash, type Hash } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** A file of a backup, by its path in it with slashes. */
export interface KeptFile {
  path: string;
  bytes: number;
  sha256: string;
}

const chunkBytes = 1 << 20;
/** The disk takes several files in one go when several wait for it. */
const filesAtATime = 16;

/**
 * Copies what is in the file when we get there, and answers with what was copied. A database may
 * write to it meanwhile: its log tells later what the page should have been.
 */
export async function copyHashed(
  from: string,
  to: string,
  { isDurable = true } = {},
): Promise<Omit<KeptFile, 'path'>> {
  const source = await open(from, 'r');
  try {
    return await writeNew(to, isDurable, async (target, hash) => {
      // Most of a database's files are small: room for a large one each would keep us sweeping up.
      const { size } = await source.stat();
      const chunk = Buffer.allocUnsafe(Math.min(chunkBytes, size + 1));
      for (;;) {
        const { bytesRead } = await source.read(chunk, 0, chunk.length, null);
        if (bytesRead === 0) return;
        hash.update(chunk.subarray(0, bytesRead));
        await writeAll(target, chunk.subarray(0, bytesRead));
      }
    });
  } finally {
    await source.close();
  }
}

export function writeHashed(to: string, content: Buffer | string): Promise<Omit<KeptFile, 'path'>> {
  return writeNew(to, true, async (target, hash) => {
    hash.update(content);
    await writeAll(target, Buffer.from(content));
  });
}

type Writing = (target: FileHandle, hash: Hash) => Promise<void>;

/** A new file for our eyes only, and if it must last, on the disk before we say so. */
async function writeNew(
  to: string,
  isDurable: boolean,
  writing: Writing,
): Promise<Omit<KeptFile, 'path'>> {
  const target = await open(to, 'wx', 0o600);
  try {
    const hash = createHash('sha256');
    await writing(target, hash);
    if (isDurable) await target.sync();
    return { bytes: (await target.stat()).size, sha256: hash.digest('hex') };
  } finally {
    await target.close();
  }
}

async function writeAll(target: FileHandle, bytes: Buffer): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    done += (await target.write(bytes, done)).bytesWritten;
  }
}

/** Does the work for each of them, a few at a time; the first that fails ends it. */
export async function forEach<T>(all: T[], work: (one: T) => Promise<void>): Promise<void> {
  const waiting = [...all];
  const worker = async () => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) await work(one);
  };
  await Promise.all(Array.from({ length: filesAtATime }, worker)).finally(() => waiting.splice(0));
}

/** Folders are made durable like files; Windows does that by itself. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(path, 'r');
  await handle.sync().finally(() => handle.close());
}

export async function makeFolder(...path: string[]): Promise<string> {
  const folder = join(...path);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return folder;
}

export async function isEmptyOrMissing(folder: string): Promise<boolean> {
  const entries = await readdir(folder).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
  return entries.length === 0;
}

export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

export function removeWhole(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true, maxRetries: 5 });
}
