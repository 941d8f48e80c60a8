import { recordEvent } from '../audit/record-event.ts';
import { noteThrottled } from '../audit/record-throttled.ts';
import type { Browser } from '../auth/browser.ts';
import type { FactorKey } from '../auth/encrypted-secret.ts';
import type { SessionLimits } from '../auth/sessions.ts';
import type { Slowed } from '../auth/sign-in-protection.ts';
import type { Db } from '../db/database.ts';
import type { Origin } from '../kernel/actor.ts';
import { refusedSignIns } from '../kernel/signals.ts';

/** Who knocks: from where, with what, and at which door; operators and clients have their own. */
export interface Visit {
  origin: Origin;
  browser: Browser;
  door: 'auth' | 'player';
  limits: SessionLimits;
  factorKey: FactorKey;
}

const unknownName = '(unknown name)';

/** The account that was tried is named; a name that nobody has may be a password, and is not. */
export async function recordRefused(
  db: Db,
  { origin, door }: Visit,
  person: { id: bigint; username: string } | undefined,
  message: string,
): Promise<void> {
  refusedSignIns.tell({ door, reason: 'wrong' });
  await recordEvent(db, {
    actor: null,
    actorName: person?.username ?? unknownName,
    origin,
    action: `${door}.login`,
    change: person ? { kind: 'user', id: person.id } : null,
    outcome: 'refused',
    message,
  });
}

/** What an address holds up may be tries at many names, so none of them is named. */
export async function noteSlowed(
  db: Db,
  { origin, door }: Visit,
  person: { id: bigint; username: string } | undefined,
  { kind, subject, refusal }: Slowed,
): Promise<void> {
  refusedSignIns.tell({ door, reason: 'slowed' });
  const isOne = kind !== 'address';
  await noteThrottled(db, {
    subject,
    action: `${door}.login`,
    actor: null,
    actorName: isOne ? (person?.username ?? unknownName) : '(any name)',
    change: isOne && person ? { kind: 'user', id: person.id } : null,
    origin,
    message: refusal.message,
  });
}
