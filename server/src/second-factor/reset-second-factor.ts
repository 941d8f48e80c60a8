import { removeFactor } from '../auth/second-factor.ts';
import { endSessionsOf } from '../auth/sessions.ts';
import type { Tx } from '../db/database.ts';
import type { Actor } from '../kernel/actor.ts';
import type { Change } from '../kernel/change.ts';
import { Refusal } from '../kernel/refusal.ts';
import { holdSessionsBelow } from '../users/tree.ts';

/** For one who has lost the app and the recovery codes: the password alone opens the door again. */
export async function resetSecondFactor(
  tx: Tx,
  actor: Actor,
  userId: bigint,
  reason: string,
): Promise<Change> {
  const { username } = await holdSessionsBelow(tx, actor, userId);
  const change = await takeAway(tx, userId, reason);
  if (!change) throw new Refusal('conflict', `${username} has no two-factor sign-in.`);
  return change;
}

/** Takes it away and ends the sessions that it opened; nothing where there is none. */
export async function takeAway(
  tx: Tx,
  userId: bigint,
  reason: string,
): Promise<Change | undefined> {
  if (!(await removeFactor(tx, userId))) return undefined;
  await endSessionsOf(tx, userId, 'two-factor sign-in reset');
  const [before, after] = [{ secondFactor: 'on' }, { secondFactor: 'reset', reason }];
  return { kind: 'user', id: userId, before, after };
}
