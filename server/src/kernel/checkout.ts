import { readFileSync } from 'node:fs';

const here = import.meta.url;

/**
 * Where we stand: as written this is `server/src/kernel/checkout.ts`, as built it is
 * `server/dist/kernel/checkout.js`, and the server's folder is the same from both. Any other file
 * may stand elsewhere once it is built, so nobody else asks for its own address.
 */
export const serverFolder = new URL('../../', here);
export const checkout = new URL('../', serverFolder);

export const version: string = JSON.parse(
  readFileSync(new URL('package.json', serverFolder), 'utf8'),
).version;

/** A program of ours that runs beside this one, by its path without the ending. */
export function programFile(path: string): URL {
  return new URL(`../${path}${here.slice(here.lastIndexOf('.'))}`, here);
}
