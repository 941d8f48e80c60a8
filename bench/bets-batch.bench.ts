import { inTransaction } from '@pitboss/server/db/transaction';
import { auditBooks } from '@pitboss/server/ledger/audit-books';
import { auditRollups } from '@pitboss/server/reports/audit-rollups';
import { addServiceKey } from '@pitboss/server/service-keys/service-keys';
import { actAs } from '@pitboss/server/users/act-as';
import pg from 'pg';
import { benchStage, type Stage } from './bench-stage.ts';
import { type Figure, median } from './figure.ts';

const betCount = 5_000;
const clientCount = 1_000;
const slots = 7;
const goal = 0.7;

interface Times {
  placeMs: number;
  settleMs: number;
}

interface Sample {
  ref: string;
  userId: string;
  stake: number;
  autoCashout?: number;
}

/**
 * 5,000 bets of 1,000 clients placed and settled through the game API, against the same functions
 * called straight on the database. The two take turns on one database; each commits durably.
 */
export async function betsBatch(): Promise<Figure[]> {
  const stage = await benchStage(20, clientCount / 20, 500_000_000n);
  const direct = new pg.Client({ connectionString: stage.databaseUrl });
  await direct.connect();
  try {
    const key = await makeKey(stage);
    const api: Times[] = [];
    const straight: Times[] = [];
    for (let slot = -1; slot < slots; slot++) {
      const byApi = await playByApi(stage, key, slot);
      const bySql = await playBySql(stage, direct, slot);
      if (slot < 0) continue;
      api.push(byApi);
      straight.push(bySql);
    }
    const faults = [...(await auditBooks(stage.db)), ...(await auditRollups(stage.db))];
    if (faults.length > 0) throw new Error(faults.join('; '));
    return [
      figureOf('bets-place', api, straight, (times) => times.placeMs),
      figureOf('bets-settle', api, straight, (times) => times.settleMs),
    ];
  } finally {
    await direct.end();
    await stage.close();
  }
}

function figureOf(
  name: string,
  api: Times[],
  straight: Times[],
  timeOf: (times: Times) => number,
): Figure {
  const [ours, limit] = [api.map(timeOf), straight.map(timeOf)];
  const value = median(ours.map((ms, slot) => (limit[slot] ?? Number.NaN) / ms));
  const perSecond = (ms: number) => Math.round((betCount / ms) * 1000);
  return {
    name,
    value: Math.round(value * 100) / 100,
    unit: 'of the SQL run straight',
    goal,
    holds: value >= goal,
    detail: `${perSecond(median(ours))} bets/s (${Math.round(median(ours))} ms for ${betCount}) \
against ${perSecond(median(limit))}/s`,
  };
}

function samples({ operators }: Stage, prefix: string): Sample[] {
  const clients = operators.flatMap(({ clientIds }) => clientIds);
  return Array.from({ length: betCount }, (_, index) => ({
    ref: `${prefix}-${index}`,
    userId: String(clients[index % clients.length]),
    stake: (100 + (index % 500)) / 100,
    ...(index % 2 ? { autoCashout: (120 + (index % 300)) / 100 } : {}),
  }));
}

async function makeKey({ db }: Stage): Promise<string> {
  const root = await actAs(db, 'root');
  const { serviceKey } = await inTransaction(db, (tx) => addServiceKey(tx, root, 'bench'));
  return serviceKey.key;
}

async function playByApi({ port, ...stage }: Stage, key: string, slot: number): Promise<Times> {
  const call = async (path: string, body: object) => {
    const reply = await fetch(`http://127.0.0.1:${port}/api/game/rounds${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-service-key': key },
      body: JSON.stringify(body),
    });
    const answer = (await reply.json()) as { data: Record<string, unknown>; message: string };
    if (!reply.ok) throw new Error(answer.message);
    return answer.data;
  };
  const { round } = await call('', { ref: `api-${slot}` });
  const bets = samples({ port, ...stage }, `api-${slot}`);
  const placing = await timed(() => call(`/${round}/bets`, { bets }));
  if (placing.result.accepted !== betCount) throw new Error('Not every bet was accepted.');
  await call(`/${round}/start`, {});
  const settling = await timed(() => call(`/${round}/crash`, { multiplier: 2 }));
  if (settling.result.settled !== betCount) throw new Error('Not every bet was settled.');
  return { placeMs: placing.ms, settleMs: settling.ms };
}

/** The arrays are made before the clock starts: the straight side pays for nothing but SQL. */
async function playBySql(stage: Stage, direct: pg.Client, slot: number): Promise<Times> {
  const bets = samples(stage, `sql-${slot}`);
  const { rows } = await direct.query(
    `insert into rounds (source, service_key_id, ref, seed, hash, multiplier_table_id,
       drawn_hundredths, created_at, updated_at)
     select 'game', k.id, $1, '\\x00', 'none', t.id, 200, now(), now()
     from service_keys k, multiplier_tables t limit 1 returning id, service_key_id as key`,
    [`sql-${slot}`],
  );
  const { id, key } = rows[0];
  const values = [
    ...[id, key, bets.map((bet) => bet.ref), bets.map((bet) => bet.userId)],
    bets.map((bet) => Math.round(bet.stake * 100)),
    bets.map((bet) => (bet.autoCashout ? Math.round(bet.autoCashout * 100) : null)),
  ];
  const placing = await timed(() =>
    direct.query({
      name: 'place',
      text: `select count(bet_id) as accepted
        from place_bets($1, $2, null, $3::text[], $4::bigint[], $5::bigint[], $6::int[])`,
      values,
    }),
  );
  if (placing.result.rows[0].accepted !== String(betCount)) throw new Error('A bet was refused.');
  await direct.query("update rounds set state = 'flying', flying_at = now() where id = $1", [id]);
  const settling = await timed(async () => {
    await direct.query('begin');
    await direct.query(
      `update rounds set state = 'crashed', multiplier_hundredths = 200, ended_at = now()
       where id = $1`,
      [id],
    );
    await direct.query('select settle_round($1, null)', [id]);
    await direct.query('commit');
  });
  return { placeMs: placing.ms, settleMs: settling.ms };
}

async function timed<T>(work: () => Promise<T>): Promise<{ result: T; ms: number }> {
  const startedAt = performance.now();
  const result = await work();
  return { result, ms: performance.now() - startedAt };
}
