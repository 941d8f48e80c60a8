import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '@pitboss/server/db/database';
import { auditAll } from '@pitboss/server/reports/audit-all';
import { betFaults } from '@pitboss/server/test/bet-faults';
import { roundFaults } from '@pitboss/server/test/running-rounds';
import { sql } from 'kysely';
import type { Acknowledged, Book } from './book.ts';
import { type Control, control } from './outcome.ts';
import type { World } from './world.ts';

/** What the client knows against what the database has, change by change. */
export interface Comparison {
  lost: string[];
  doubled: string[];
}

/** Each change by a name of its own, on either side. */
type Changes = Map<string, number>;

/**
 * Every acknowledged change must be there, once, and nothing else may be there: all orders were
 * re-sent until they were answered, so what nobody was told of was made twice.
 */
export async function compare(world: World, told: Acknowledged[]): Promise<Comparison> {
  return difference(expectedOf(told), await foundIn(world));
}

function difference(expected: Changes, found: Changes): Comparison {
  const over = (one: Changes, other: Changes) =>
    [...one].flatMap(([name, count]) =>
      Array<string>(Math.max(0, count - (other.get(name) ?? 0))).fill(name),
    );
  return { lost: over(expected, found), doubled: over(found, expected) };
}

const moneyOf = {
  pending: ['hold'],
  success: ['hold', 'cash_withdraw'],
  failed: ['hold', 'release'],
};

function expectedOf(told: Acknowledged[]): Changes {
  const changes: Changes = new Map();
  const decided = new Map<string, 'success' | 'failed'>();
  for (const { kind, id, status } of told) {
    if (kind === 'decision' && id && status) decided.set(id, status);
  }
  for (const { kind, key, id, minor } of told) {
    // An answer that was only assumed named no transfer; the database knows the key.
    if (kind === 'deposit' || kind === 'withdraw') {
      add(changes, `${kind} ${key} ${minor}`);
      if (id) add(changes, `transfer ${id} ${key}`);
    }
    if (kind === 'bet') add(changes, `bet ${id} ${minor}`);
    if (kind !== 'request') continue;
    const status = decided.get(id ?? '') ?? 'pending';
    add(changes, `request ${id} ${minor} ${status}`);
    for (const moved of moneyOf[status]) add(changes, `${moved} for ${id} ${minor}`);
  }
  return changes;
}

function add(changes: Changes, name: string): void {
  changes.set(name, (changes.get(name) ?? 0) + 1);
}

async function foundIn({ db, people }: World): Promise<Changes> {
  const operators = people.operators.map(({ id }) => id);
  const clients = people.operators.flatMap((operator) => operator.clients.map(({ id }) => id));
  const { rows } = await sql<{ name: string; transfer: string | null }>`
    select kind || ' ' || coalesce(idempotency_key, 'without a key') || ' ' || amount_minor as name,
      'transfer ' || id || ' ' || idempotency_key as transfer
    from transfers where kind in ('deposit', 'withdraw') and actor_id = any(${operators})
    union all
    select 'bet ' || id || ' ' || stake_minor, null from bets where user_id = any(${clients})
    union all
    select 'request ' || id || ' ' || amount_minor || ' ' || status, null
    from cash_requests where user_id = any(${clients})
    union all
    select t.kind || ' for ' || t.cash_request_id || ' ' || t.amount_minor, null
    from transfers t join cash_requests r on r.id = t.cash_request_id
    where r.user_id = any(${clients})`.execute(db);
  const changes: Changes = new Map();
  for (const { name, transfer } of rows) {
    add(changes, name);
    if (transfer) add(changes, transfer);
  }
  return changes;
}

/** The books balance, the rollups agree, bets were paid once and rounds went their way. */
export async function figureFaults(db: Db): Promise<string[]> {
  return [...(await auditAll(db)), ...(await betFaults(db)), ...(await roundFaults(db))];
}

const patienceMs = 30_000;

/** Without anyone's help a round is opened, crashes and is settled; how long that took. */
export async function roundsGoOn(db: Db): Promise<number | undefined> {
  const startedAt = performance.now();
  const last = await newestRoundId(db);
  while (performance.now() - startedAt < patienceMs) {
    const { rows } = await sql<{ isDone: boolean }>`
      select exists (select from rounds r where r.id > ${last} and r.state = 'crashed'
        and not exists (select from bets b where b.round_id = r.id and b.type = 'unsettled'))
        as "isDone"`.execute(db);
    if (rows[0]?.isDone) return performance.now() - startedAt;
    await sleep(25);
  }
  return undefined;
}

async function newestRoundId(db: Db): Promise<bigint> {
  const { rows } = await sql<{ id: bigint }>`
    select coalesce(max(id), 0) as id from rounds`.execute(db);
  return rows[0]?.id ?? 0n;
}

/** Changes that were made before they were asked for the last time: their answer was lost. */
export async function countReplayed(db: Db, { resent }: Book): Promise<number> {
  const keys = [...resent.keys()];
  const { rows } = await sql<{ key: string; madeMs: number }>`
    select key, (extract(epoch from created_at) * 1000)::float8 as "madeMs"
    from idempotency_keys where key = any(${keys})`.execute(db);
  return rows.filter(({ key, madeMs }) => madeMs < (resent.get(key) ?? 0)).length;
}

/** The same comparison with a change that never was, and without one that is there. */
export async function plantedControls(world: World, book: Book): Promise<Control[]> {
  const told = book.acknowledged;
  const never: Acknowledged = { kind: 'deposit', key: 'never-made', id: '1', minor: 100 };
  const withLoss = await compare(world, [...told, never]);
  const withExtra = await compare(world, told.toSpliced(0, 1));
  return [
    control('an acknowledged id that is not there', withLoss.lost.length),
    control('a change that nobody was told of', withExtra.doubled.length),
  ];
}
