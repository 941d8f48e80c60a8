import { days } from './plan-clients.ts';
import type { DemoEvent } from './story.ts';

const everyMs = 5_000;
const dayMs = 24 * 60 * 60 * 1000;
/** A round with its bets takes about as long as so many other events. */
const roundsWork = 40;

/**
 * Says that the demo is being filled, and every few seconds how far it is and how long it still
 * takes, by the work that is left: a third of the rounds lie in the last two of the days.
 */
export function tellProgress(
  endsAt: Date,
  say: (line: string) => void,
  clock = () => performance.now(),
): (waiting: DemoEvent[]) => void {
  say('Filling the demo…');
  const startedMs = clock();
  let saidMs = startedMs;
  let allWork: number | undefined;
  return (waiting) => {
    const nowMs = clock();
    const work = waiting.reduce((sum, { isBreak }) => sum + (isBreak ? roundsWork : 1), 0);
    allWork ??= work;
    const next = waiting.at(-1)?.at;
    if (!next || nowMs - saidMs < everyMs || work >= allWork) return;
    saidMs = nowMs;
    const seconds = Math.ceil(((nowMs - startedMs) * work) / (allWork - work) / 1000);
    const day = Math.max(0, Math.floor(days - (endsAt.getTime() - next.getTime()) / dayMs));
    say(`  ${day} of ${days} days, about ${seconds} s left`);
  };
}
