import { timeTo } from '@pitboss/engine/curve';
import type { ReturnRules } from '@pitboss/engine/return-problems';
import { sql } from 'kysely';
import { type NewBet, placeBets } from '../bets/place-bets.ts';
import type { Db } from '../db/database.ts';
import { inTransaction } from '../db/transaction.ts';
import { issue } from '../ledger/issue.ts';
import { openRound } from '../rounds/open-round.ts';
import { crashRound, settleRound, startRound } from '../rounds/round-steps.ts';
import { actAs } from '../users/act-as.ts';
import { addUser } from '../users/add-user.ts';
import { seededRandom } from './random.ts';
import { setClock } from './set-clock.ts';

const dayMs = 24 * 60 * 60 * 1000;
const days = 30;
const betsInRound = 5_000;
const times = { bettingMs: 7_000, doublingMs: 8_000 };
/** A large branch and many small ones, as the lists are measured for. */
const branches = [1_000, ...Array.from({ length: 50 }, () => 80)];
const balanceMinor = 1_000_000_000n;

interface Filling {
  betCount: number;
  superName: string;
  rtp: ReturnRules;
  say: (line: string) => void;
}

/**
 * Fills a database for measuring: operators and clients of its own, then rounds of 5,000 bets over
 * the thirty days up to now, placed and settled by the platform's own verbs.
 */
export async function fillBets(db: Db, { betCount, superName, rtp, say }: Filling): Promise<void> {
  const random = seededRandom(7);
  const clientIds = await addMeasuredPeople(db, superName);
  const rounds = Math.ceil(betCount / betsInRound);
  const startsAtMs = Date.now() - days * dayMs;
  const stepMs = (days * dayMs) / rounds;
  const beganAt = performance.now();
  for (let index = 0; index < rounds; index++) {
    const count = Math.min(betsInRound, betCount - index * betsInRound);
    await playRound(db, startsAtMs + index * stepMs, rtp, betsOf(clientIds, count, random));
    if (index % 20 !== 19 && index !== rounds - 1) continue;
    const bets = index * betsInRound + count;
    const perSecond = Math.round(bets / ((performance.now() - beganAt) / 1000));
    say(`${bets.toLocaleString('en-US')} bets, ${perSecond.toLocaleString('en-US')} a second`);
  }
  await sql`analyze`.execute(db);
}

/** Operators with 5,000 clients in all. Those of an earlier filling play on. */
export async function addMeasuredPeople(db: Db, superName: string): Promise<bigint[]> {
  const { rows } = await sql<{ id: bigint }>`
    select id from users where username ~ '^measured[0-9]+-[0-9]+$' order by id`.execute(db);
  if (rows.length > 0) return rows.map(({ id }) => id);
  const root = await actAs(db, superName);
  const clientIds: bigint[] = [];
  for (const [index, clients] of branches.entries()) {
    await inTransaction(db, async (tx) => {
      const ownMinor = balanceMinor * BigInt(clients);
      await issue(tx, root.id, 'USD', ownMinor);
      const username = `measured${index}`;
      const admin = { ...blank(username), role: 'ADMIN' as const, currency: 'USD' as const };
      await addUser(tx, root, { ...admin, balance: ownMinor }, 'none');
      const actor = await actAs(tx, username);
      for (let client = 0; client < clients; client++) {
        const person = { ...blank(`${username}-${client}`), balance: balanceMinor };
        clientIds.push((await addUser(tx, actor, person, 'none')).user._id);
      }
    });
  }
  return clientIds;
}

function blank(username: string) {
  const role = 'USER' as const;
  return { username, name: username, password: '', role, isDemo: false, status: 'active' as const };
}

function betsOf(clientIds: bigint[], count: number, random: () => number): NewBet[] {
  return Array.from({ length: count }, () => ({
    ref: null,
    userId: clientIds[Math.floor(random() * clientIds.length)] ?? 0n,
    stakeMinor: BigInt(100 + Math.floor(random() * 900)),
    autoHundredths: random() < 0.9 ? Math.round(110 + random() ** 4 * 1_500) : null,
  }));
}

async function playRound(db: Db, atMs: number, rtp: ReturnRules, bets: NewBet[]): Promise<void> {
  await inTransaction(db, async (tx) => {
    await setClock(tx, new Date(atMs));
    const { id, drawnHundredths } = await openRound(tx, { source: 'engine', ...times }, rtp);
    await placeBets(tx, id, { actorId: null, serviceKeyId: null }, bets);
    const flyingAtMs = atMs + times.bettingMs;
    await setClock(tx, new Date(flyingAtMs));
    await startRound(tx, id);
    await setClock(tx, new Date(flyingAtMs + timeTo(drawnHundredths, times.doublingMs)));
    await crashRound(tx, id, drawnHundredths);
    await settleRound(tx, id, null);
  });
}
