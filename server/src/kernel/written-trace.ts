import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { checkout, serverFolder } from './checkout.ts';

const built = new URL('dist/', serverFolder);
const maps = new Map<string, SourceMap | undefined>();

/**
 * A trace by the files that we wrote: "at deposit (server/src/…/transactions.ts:41:9)". Node would
 * do it by itself, but takes a third of a start and thirty megabytes for it; we read the map of a
 * file when the first fault comes by it. Lines of packages stay as they are.
 */
export function writtenTrace(trace: string, folder = built): string {
  return trace.replaceAll(/(file:\S+?):(\d+):(\d+)/g, (place, file: string, ...rest: string[]) => {
    const map = file.startsWith(folder.href) ? mapOf(file) : undefined;
    const origin = map?.findOrigin(Number(rest[0]), Number(rest[1]));
    if (!origin || !('fileName' in origin)) return place;
    const { href } = new URL(origin.fileName, file);
    const written = href.startsWith(checkout.href) ? href.slice(checkout.href.length) : href;
    return `${written}:${origin.lineNumber}:${origin.columnNumber}`;
  });
}

function mapOf(file: string): SourceMap | undefined {
  if (!maps.has(file)) maps.set(file, readMap(new URL(`${file}.map`)));
  return maps.get(file);
}

function readMap(file: URL): SourceMap | undefined {
  if (!existsSync(file)) return undefined;
  return new SourceMap(JSON.parse(readFileSync(file, 'utf8')));
}
