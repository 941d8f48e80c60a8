import { days } from './plan-clients.ts';

const everyMs = 5_000;
const dayMs = 24 * 60 * 60 * 1000;

interface Span {
  endsAt: Date;
  toldUntil: Date;
}

/**
 * Says that the demo is being filled, and every few seconds how far it is and how long it still
 * takes: as long for what is left as for what was told since the start.
 */
export function tellProgress(
  { endsAt, toldUntil }: Span,
  say: (line: string) => void,
  clock = () => performance.now(),
): (until: Date) => void {
  say('Filling the demo…');
  const startedMs = clock();
  let saidMs = startedMs;
  return (until) => {
    const nowMs = clock();
    const doneMs = until.getTime() - toldUntil.getTime();
    const leftMs = endsAt.getTime() - until.getTime();
    if (nowMs - saidMs < everyMs || doneMs <= 0 || leftMs <= 0) return;
    saidMs = nowMs;
    const seconds = Math.ceil(((nowMs - startedMs) * leftMs) / doneMs / 1000);
    const day = Math.max(0, Math.floor(days - leftMs / dayMs));
    say(`  ${day} of ${days} days, about ${seconds} s left`);
  };
}
