import type { OnStep } from './db/audit.ts';

const width = 24;
const lineMax = 78;

interface Screen {
  isTTY?: boolean | undefined;
  write(text: string): unknown;
}

/** A bar in one line of a terminal; nobody reads along in a file. */
export function showProgress(screen: Screen): { tell: OnStep; clear(): void } {
  let isShown = false;
  return {
    tell: ({ about, done, of }) => {
      if (!screen.isTTY) return;
      const full = Math.round((done / of) * width);
      const bar = `[${'#'.repeat(full)}${'.'.repeat(width - full)}]`;
      const line = `${bar} ${done} of ${of}: ${about}`;
      screen.write(`\r${line.slice(0, lineMax).padEnd(lineMax)}`);
      isShown = true;
    },
    clear: () => {
      if (isShown) screen.write(`\r${' '.repeat(lineMax)}\r`);
      isShown = false;
    },
  };
}
