import { recordEvent } from '../audit/record-event.ts';
import type { Db } from '../db/database.ts';
import { forgetDue, type RetentionRules, sayForgotten } from './retention.ts';

const dayMs = 24 * 3_600_000;
/** When few play, as far as one can tell of all places at once. */
const hourMs = 3 * 3_600_000;

/** Forgets what is due, on record if there was anything. */
export async function forgetNightly(
  db: Db,
  rules: RetentionRules,
  stopping?: AbortSignal,
): Promise<void> {
  const said = sayForgotten(await forgetDue(db, rules, stopping));
  if (said === '') return;
  await recordEvent(db, {
    actor: null,
    actorName: 'platform',
    origin: { address: 'platform', requestId: 'retention' },
    action: 'retention.forget',
    change: null,
    outcome: 'done',
    message: `Forgotten as the settings say: ${said}.`,
  });
}

/** The next three o'clock in the morning (UTC) after a moment. */
export function nextNight(nowMs: number): number {
  return Math.floor((nowMs - hourMs) / dayMs + 1) * dayMs + hourMs;
}
