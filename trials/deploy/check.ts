/** What was tried, and what came of it; one line each as it goes. */
export interface Tally {
  passed: number;
  failed: number;
  skipped: string[];
  /** What ends what was begun, for a trial that is told to stop in the middle. */
  ends: (() => Promise<void>)[];
}

export function makeTally(): Tally {
  return { passed: 0, failed: 0, skipped: [], ends: [] };
}

export function check(tally: Tally, what: string, isRight: boolean, said = ''): void {
  if (isRight) tally.passed += 1;
  else tally.failed += 1;
  console.log(`${isRight ? 'ok    ' : 'FAILED'} ${what}${said ? `: ${said}` : ''}`);
}

export function skip(tally: Tally, what: string, missing: string): void {
  tally.skipped.push(what);
  console.log(`skip   ${what}: ${missing} is not installed`);
}

/** Does the work with something that has to be ended, however the work ends. */
export async function ending<T>(
  tally: Tally,
  end: () => Promise<void>,
  work: () => Promise<T>,
): Promise<T> {
  tally.ends.push(end);
  try {
    return await work();
  } finally {
    if (tally.ends.includes(end)) {
      tally.ends.splice(tally.ends.indexOf(end), 1);
      await end();
    }
  }
}

/** What was begun last ends first. */
export async function endAll(tally: Tally): Promise<void> {
  for (let end = tally.ends.pop(); end; end = tally.ends.pop()) await end();
}
