import type { CashRequestStatus } from '@pitboss/contract/cash-requests';
import type { Tx } from '../db/database.ts';
import type { Actor } from '../kernel/actor.ts';
import { Refusal } from '../kernel/refusal.ts';

interface Step {
  requestId: bigint;
  from: CashRequestStatus | null;
  to: CashRequestStatus;
  note: string;
}

/** Where a request may go from each state; success and cancelled are the end. */
const next: Record<CashRequestStatus, readonly CashRequestStatus[]> = {
  pending: ['success', 'failed', 'cancelled'],
  failed: ['pending', 'success'],
  success: [],
  cancelled: [],
};

/** Refuses a step that the present state forbids, with a sentence that says why. */
export function assertStep(from: CashRequestStatus, to: CashRequestStatus): void {
  if (next[from].includes(to)) return;
  if (from === to) throw new Refusal('conflict', `This request is already ${from}.`);
  const isFinal = next[from].length === 0;
  const why = isFinal ? `is ${from}, which is final` : `cannot go from ${from} to ${to}`;
  throw new Refusal('conflict', `This request ${why}.`);
}

/** Every change of state is kept: who, when, from where to where, and the note. */
export async function recordStep(tx: Tx, actor: Actor, step: Step): Promise<void> {
  await tx
    .insertInto('cash_request_steps')
    .values({
      request_id: step.requestId,
      from_status: step.from,
      to_status: step.to,
      actor_id: actor.id,
      note: step.note,
    })
    .execute();
}
