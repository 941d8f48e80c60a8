import type { SecondFactor } from '@pitboss/contract/second-factor';
import { sql } from 'kysely';
import type { FactorKey } from '../auth/encrypted-secret.ts';
import { codeRefusal } from '../auth/own-proof.ts';
import { countRecoveryCodes, renewRecoveryCodes } from '../auth/recovery-codes.ts';
import {
  confirmSecret,
  isFactorOn,
  keepPendingSecret,
  removeFactor,
} from '../auth/second-factor.ts';
import { endSessionsOf } from '../auth/sessions.ts';
import { uriOf } from '../auth/totp.ts';
import type { Db, Tx } from '../db/database.ts';
import type { Actor } from '../kernel/actor.ts';
import type { Change } from '../kernel/change.ts';
import { Refusal } from '../kernel/refusal.ts';
import { getSettings } from '../security/security-settings.ts';

export async function getSecondFactor(db: Db, actor: Actor): Promise<SecondFactor> {
  const { rows } = await sql<{ since: Date | null }>`
    select confirmed_at as since from second_factors where user_id = ${actor.id}`.execute(db);
  return {
    since: rows[0]?.since ?? null,
    recoveryCodesLeft: await countRecoveryCodes(db, actor.id),
    isRequired: await isRequired(db, actor),
  };
}

/** Everybody below SUPER who signs in at the panel. */
async function isRequired(db: Db, { role }: Actor): Promise<boolean> {
  return role === 'ADMIN' && (await getSettings(db)).isSecondFactorRequired;
}

export async function beginSecondFactor(
  tx: Tx,
  key: FactorKey,
  actor: Actor,
  secret: string,
): Promise<{ data: { secret: string; uri: string }; change: Change }> {
  if (!(await keepPendingSecret(tx, key, actor.id, secret))) {
    throw new Refusal('conflict', 'Two-factor sign-in is on already.');
  }
  const data = { secret, uri: uriOf(secret, actor.username) };
  return { data, change: changeOf(actor, 'begun') };
}

/** Sessions that a password alone has opened end, save the one in use. */
export async function confirmSecondFactor(
  tx: Tx,
  key: FactorKey,
  actor: Actor,
  code: string,
): Promise<{ data: { recoveryCodes: string[] }; change: Change }> {
  const came = await confirmSecret(tx, key, actor.id, code);
  if (came === 'wrong code') throw codeRefusal();
  if (came === 'nothing pending') {
    throw new Refusal('conflict', 'There is nothing to confirm. Please begin anew.');
  }
  const recoveryCodes = await renewRecoveryCodes(tx, actor.id);
  await endSessionsOf(tx, actor.id, 'two-factor sign-in switched on', actor.sessionId);
  return { data: { recoveryCodes }, change: changeOf(actor, 'on') };
}

export async function renewCodes(
  tx: Tx,
  actor: Actor,
): Promise<{ data: { recoveryCodes: string[] }; change: Change }> {
  if (!(await isFactorOn(tx, actor.id))) {
    throw new Refusal('conflict', 'Two-factor sign-in is off.');
  }
  const recoveryCodes = await renewRecoveryCodes(tx, actor.id);
  return { data: { recoveryCodes }, change: changeOf(actor, 'new recovery codes') };
}

export async function switchOff(tx: Tx, actor: Actor): Promise<Change> {
  if (await isRequired(tx, actor)) {
    throw new Refusal('conflict', 'Two-factor sign-in is required and cannot be switched off.');
  }
  await removeFactor(tx, actor.id);
  return changeOf(actor, 'off');
}

function changeOf({ id }: Actor, secondFactor: string): Change {
  return { kind: 'user', id, after: { secondFactor } };
}
