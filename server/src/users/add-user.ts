import type { Role } from '@pitboss/contract/auth';
import type { Currency, Minor } from '@pitboss/contract/money';
import type { NewUser, User } from '@pitboss/contract/users';
import type { Tx } from '../db/database.ts';
import { isUniqueViolation } from '../db/database-errors.ts';
import type { Actor } from '../kernel/actor.ts';
import type { Change } from '../kernel/change.ts';
import { fieldRefusal, Refusal } from '../kernel/refusal.ts';
import { openAccounts } from '../ledger/accounts.ts';
import { fund } from '../ledger/fund.ts';
import { getUser } from './get-user.ts';

interface Terms {
  currency: Currency;
  minimumBetsMinor: Minor | null;
  maximumBetsMinor: Minor | null;
}

/** Creates a client below the caller. With too little money for its balance, nobody is created. */
export async function addUser(
  tx: Tx,
  actor: Actor,
  user: NewUser,
  passwordHash: string,
): Promise<{ user: User; change: Change }> {
  assertMayGiveRole(actor, user.role);
  assertDemoFits(actor, user.isDemo);
  const terms = termsOf(actor, user);
  assertLimitsFit(terms.minimumBetsMinor, terms.maximumBetsMinor);
  const id = await insertUser(tx, actor, user, terms, passwordHash);
  await openAccounts(tx, id, terms.currency);
  if (user.balance) {
    await fund(tx, {
      kind: 'opening',
      clientId: id,
      payerId: actor.id,
      amountMinor: user.balance,
      actorId: actor.id,
      remarks: 'Opening balance',
      idempotencyKey: actor.idempotencyKey,
      field: 'balance',
    });
  }
  const created = await getUser(tx, id);
  return { user: created, change: { kind: 'user', id, after: { ...created } } };
}

export function assertMayGiveRole(actor: Actor, role: Role): void {
  if (actor.role === 'SUPER' || role === 'USER') return;
  const message = 'Only SUPER may create or make an ADMIN.';
  throw new Refusal('forbidden', message, { fields: { role: message } });
}

/** Play money never meets real money, so below a demo operator everyone is a demo account. */
export function assertDemoFits(actor: Actor, isDemo: boolean): void {
  if (actor.isDemo && !isDemo) {
    throw fieldRefusal('isDemo', 'Clients of a demo operator are demo accounts.');
  }
}

export function assertLimitsFit(minimum: Minor | null, maximum: Minor | null): void {
  if (minimum !== null && maximum !== null && minimum > maximum) {
    throw fieldRefusal('minimumBets', 'Min Bet Limit must not be above Max Bet Limit.');
  }
}

export function usernameTaken(error: unknown): unknown {
  return isUniqueViolation(error, 'usernames_are_unique_without_case')
    ? fieldRefusal('username', 'This username is already taken.')
    : error;
}

/** SUPER chooses currency and limits; a client of an ADMIN takes the ADMIN's. */
function termsOf(actor: Actor, user: NewUser): Terms {
  if (actor.role === 'SUPER') {
    if (!user.currency) throw fieldRefusal('currency', 'This field is required.');
    return {
      currency: user.currency,
      minimumBetsMinor: user.minimumBets ?? null,
      maximumBetsMinor: user.maximumBets ?? null,
    };
  }
  const own: Terms = { currency: actor.currency, ...actor.limits };
  refuseOther('currency', user.currency, own.currency);
  refuseOther('minimumBets', user.minimumBets, own.minimumBetsMinor);
  refuseOther('maximumBets', user.maximumBets, own.maximumBetsMinor);
  return own;
}

function refuseOther(field: string, given: unknown, own: unknown): void {
  if (given !== undefined && given !== own) throw fieldRefusal(field, 'Only SUPER may set this.');
}

async function insertUser(
  tx: Tx,
  actor: Actor,
  user: NewUser,
  terms: Terms,
  passwordHash: string,
): Promise<bigint> {
  const { id } = await tx
    .insertInto('users')
    .values({
      username: user.username,
      name: user.name.trim(),
      role: user.role,
      parent_id: actor.id,
      ancestor_ids: [...actor.ancestorIds, actor.id],
      status: user.status,
      currency: terms.currency,
      is_demo: user.isDemo,
      minimum_bets_minor: terms.minimumBetsMinor,
      maximum_bets_minor: terms.maximumBetsMinor,
      password_hash: passwordHash,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch((error: unknown) => {
      throw usernameTaken(error);
    });
  return id;
}
