/** What was tried, and what came of it; one line each as it goes. */
export interface Tally {
  passed: number;
  failed: number;
  skipped: string[];
}

export function makeTally(): Tally {
  return { passed: 0, failed: 0, skipped: [] };
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
