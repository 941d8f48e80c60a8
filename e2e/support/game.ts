import { game } from '@pitboss/contract/game';
import { serviceKeys } from '@pitboss/contract/service-keys';
import { call } from './api.ts';
import { freshName, type Operator, openSession, type Person } from './people.ts';

interface NewBet {
  by: Person;
  stake: number;
  /** The multiplier that the bet leaves at by itself. */
  autoCashout?: number;
  /** The multiplier that the player leaves at. */
  cashout?: number;
}

interface End {
  crashAt: number;
  /** False leaves it to an operator. */
  settle?: boolean;
}

/** A round that lasts as long as a test wants it to. */
interface OpenRound {
  id: string;
  start: () => Promise<void>;
  crash: (end: End) => Promise<void>;
  refund: () => Promise<void>;
}

/** A game server of somebody else's, with a key that SUPER made for it. */
export interface GameServer {
  openRound: (bets?: NewBet[]) => Promise<OpenRound>;
  /** A round from its opening to its end; answers its number. */
  playRound: (bets: NewBet[], end: End) => Promise<string>;
}

export async function openGameServer(superUser: Operator): Promise<GameServer> {
  const body = { name: freshName('game') };
  // A key is made only for one who has just signed in.
  const { token } = await openSession(superUser.username, superUser.password);
  const { key } = await call(serviceKeys.add, { token, body });
  const openRound = (bets: NewBet[] = []) => openGameRound(key, bets);
  return {
    openRound,
    playRound: async (bets, end) => {
      const { id, crash } = await openRound(bets);
      await crash(end);
      return id;
    },
  };
}

async function openGameRound(serviceKey: string, bets: NewBet[]): Promise<OpenRound> {
  const ref = freshName('round');
  const { round: id } = await call(game.openRound, { serviceKey, body: { ref } });
  const given = { serviceKey, params: { round: id } };
  const marked = bets.map((bet) => ({ ...bet, ref: freshName('bet') }));
  if (marked.length > 0) {
    const sent = marked.map(({ ref, by, stake, autoCashout }) => ({
      ref,
      userId: by._id,
      stake,
      ...(autoCashout ? { autoCashout } : {}),
    }));
    const { bets: verdicts } = await call(game.placeBets, { ...given, body: { bets: sent } });
    const refused = verdicts.find(({ status }) => status === 'refused');
    if (refused) throw new Error(`A bet was refused: ${refused.reason}`);
  }
  const start = async () => {
    await call(game.startRound, given);
  };
  return {
    id,
    start,
    crash: async ({ crashAt, settle = true }) => {
      await start();
      const cashouts = marked.flatMap(({ ref, cashout }) =>
        cashout ? [{ ref, multiplier: cashout }] : [],
      );
      if (cashouts.length > 0) await call(game.cashOut, { ...given, body: { cashouts } });
      await call(game.crashRound, { ...given, body: { multiplier: crashAt, settle } });
    },
    refund: async () => {
      await call(game.voidRound, given);
    },
  };
}
