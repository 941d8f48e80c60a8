import { timeTo } from '@pitboss/engine/curve';
import { cashOutBet } from '../bets/cash-out.ts';
import { placeBets } from '../bets/place-bets.ts';
import { openRound } from '../rounds/open-round.ts';
import { crashRound, settleRound, startRound } from '../rounds/round-steps.ts';
import { chooseBet } from './choose-bet.ts';
import { statusOf } from './plan-clients.ts';
import { seededRandom } from './random.ts';
import type { Client, DemoEvent } from './story.ts';

const dayMs = 24 * 60 * 60 * 1000;
/** What a round has on average once most clients have joined; many bet twice. */
const betsEach = 200;
/** Who plays with play money tries a round now and then; each such round settles twice over. */
const playMoneyShare = 0.25;
const times = { bettingMs: 7_000, doublingMs: 8_000 };
/** Longer than the longest flight, so that the rounds of the past never overlap. */
const spaceMs = 200_000;

/** About so many bets in rounds over the month, a third of them in its last two days. */
export function planRounds(
  clients: Client[],
  nowMs: number,
  betCount: number,
  random: () => number,
): DemoEvent[] {
  const count = Math.round(betCount / betsEach);
  const startsAtMs = nowMs - 29.5 * dayMs;
  const lateMs = nowMs - 2 * dayMs;
  // What a round needs of chance while it is told must not change how the rest was planned.
  const inPlay = seededRandom(Math.floor(random() * 1e9));
  const early = spread(Math.round((count * 2) / 3), startsAtMs, lateMs, random);
  const late = spread(count - early.length, lateMs, nowMs - spaceMs, random);
  return [...early, ...late].map((atMs) => openAt(clients, Math.round(atMs), inPlay));
}

/** Moments of a span in their order, each in its own share of it and none close to the next. */
function spread(count: number, fromMs: number, toMs: number, random: () => number): number[] {
  const stepMs = (toMs - fromMs) / Math.max(1, count);
  const looseMs = Math.max(0, stepMs - spaceMs);
  return Array.from({ length: count }, (_, index) => fromMs + index * stepMs + random() * looseMs);
}

function openAt(clients: Client[], atMs: number, random: () => number): DemoEvent {
  return {
    at: new Date(atMs),
    isBreak: true,
    run: async (tx, { rtp }) => {
      const terms = { source: 'engine', ...times } as const;
      const { id, drawnHundredths } = await openRound(tx, terms, rtp);
      const round = { id, drawnHundredths, flyingAtMs: atMs + times.bettingMs };
      return [betAt(clients, round, atMs + 2_000 + random() * 4_000, random), flyAt(round)];
    },
  };
}

interface DemoRound {
  id: bigint;
  drawnHundredths: number;
  flyingAtMs: number;
}

/** Most let the game cash out for them; of the others some leave in time. */
function betAt(clients: Client[], round: DemoRound, atMs: number, random: () => number): DemoEvent {
  return {
    at: new Date(atMs),
    run: async (tx, { clientIds }) => {
      const withPlayMoney = random() < playMoneyShare;
      const players = clients.filter(
        (client) => plays(client, atMs) && (withPlayMoney || !client.isDemo) && random() < 0.82,
      );
      const bets = players
        .flatMap((client) => (random() < 0.75 ? [client, client] : [client]))
        .map(({ username, branch }) =>
          chooseBet(clientIds.get(username) ?? 0n, branch.currency, random, 0.97),
        );
      const placed = await placeBets(tx, round.id, { actorId: null, serviceKeyId: null }, bets);
      const byHand = placed
        .filter((one, index) => one.betId !== null && bets[index]?.autoHundredths === null)
        .slice(0, 3);
      return byHand.flatMap(({ betId }) => (betId ? leaveAt(round, betId, random) : []));
    },
  };
}

function plays(client: Client, atMs: number): boolean {
  const isHere = client.joinedAtMs < atMs && !client.hasLeft;
  return isHere && statusOf(client) === 'active';
}

function leaveAt(round: DemoRound, betId: bigint, random: () => number): DemoEvent[] {
  const target = Math.round(105 + random() ** 2 * 400);
  if (target >= round.drawnHundredths) return [];
  return [
    {
      at: new Date(round.flyingAtMs + timeTo(target, times.doublingMs)),
      run: async (tx) => {
        await cashOutBet(tx, betId);
        return [];
      },
    },
  ];
}

function flyAt(round: DemoRound): DemoEvent {
  const crashesAtMs = round.flyingAtMs + timeTo(round.drawnHundredths, times.doublingMs);
  return {
    at: new Date(round.flyingAtMs),
    run: async (tx) => {
      await startRound(tx, round.id);
      return [{ at: new Date(crashesAtMs), run: (tx) => crash(tx, round) }];
    },
  };
}

async function crash(tx: Parameters<DemoEvent['run']>[0], round: DemoRound) {
  await crashRound(tx, round.id, round.drawnHundredths);
  await settleRound(tx, round.id, null);
  return [];
}
