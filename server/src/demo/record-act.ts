import { eventOf, recordEvent } from '../audit/record-event.ts';
import type { Tx } from '../db/database.ts';
import type { Actor } from '../kernel/actor.ts';
import type { Change } from '../kernel/change.ts';

/** Puts on record what a verb did for the demo, as the call of this name would have. */
export async function recordAct(
  tx: Tx,
  actor: Actor,
  action: string,
  { change }: { change: Change },
): Promise<void> {
  const message = 'Done by the demo.';
  await recordEvent(tx, { ...eventOf(action, actor), change, outcome: 'done', message });
}
