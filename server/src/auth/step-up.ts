import { sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import type { Actor } from '../kernel/actor.ts';
import type { Change } from '../kernel/change.ts';
import { fieldRefusal, Refusal } from '../kernel/refusal.ts';
import type { FactorKey } from './encrypted-secret.ts';
import { assertStillProven, codeRefusal, proveOwnCode, provePassword } from './own-proof.ts';
import { type ProvenCode, useCode } from './second-factor.ts';

const words = 'Please confirm that it is you: show your password or a code, then try again.';

/** Not a lost session: the same call goes through after `auth.stepUp`. */
export function stepUpRefusal(): Refusal {
  return new Refusal('forbidden', words, { fields: { stepUp: words } });
}

type Proof = { passwordHash: string } | { code: ProvenCode };

/** Looks at the password or the code, whichever was sent, before any lock is taken. */
export async function prepareStepUp(
  db: Db,
  key: FactorKey,
  visitor: Actor,
  { password, code }: { password?: string | undefined; code?: string | undefined },
): Promise<Proof> {
  if (password !== undefined && code === undefined) {
    return { passwordHash: await provePassword(db, visitor.id, { field: 'password', password }) };
  }
  if (code !== undefined && password === undefined) {
    return { code: await proveOwnCode(db, key, visitor.id, code) };
  }
  throw fieldRefusal('password', 'Send either the password or a code.');
}

/** The session counts as fresh again, and no other does. */
export async function stepUp(tx: Tx, actor: Actor, proof: Proof): Promise<Change> {
  if ('code' in proof) {
    if (!(await useCode(tx, proof.code))) throw codeRefusal();
  } else {
    await assertStillProven(tx, actor, proof.passwordHash);
  }
  await sql`update sessions set proven_at = now() where id = ${actor.sessionId}`.execute(tx);
  const after = { provenBy: 'code' in proof ? 'code' : 'password' };
  return { kind: 'user', id: actor.id, after };
}
