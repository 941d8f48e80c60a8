import type { Currency } from '@pitboss/contract/money';

/** The rules of play in plain words of code, kept apart from the code that they check. */
export interface ModelClient {
  id: bigint;
  currency: Currency;
  isDemo: boolean;
  isBlocked: boolean;
  smallest: bigint | null;
  largest: bigint | null;
  /** Everybody above the client, the root first. */
  above: bigint[];
  wallet: bigint;
}

export interface ModelBet {
  ref: string;
  round: bigint;
  client: ModelClient;
  stake: bigint;
  auto: number | null;
  left: number | null;
  type: 'unsettled' | 'settled' | 'void';
  cashout: bigint | null;
}

export interface Wish {
  ref: string;
  userId: bigint;
  stake: bigint;
  autoCashout?: number;
}

interface ModelRound {
  state: 'betting' | 'flying' | 'crashed' | 'void';
  multiplier: number;
}

/** What an operator is told of its branch: settled bets, their stakes and what they won. */
export interface Figures {
  bets: number;
  stakes: bigint;
  cashouts: bigint;
}

export function roundModel(clients: ModelClient[]) {
  const rounds = new Map<bigint, ModelRound>();
  const bets = new Map<string, ModelBet>();
  const inRound = (round: bigint) => [...bets.values()].filter((bet) => bet.round === round);
  const isOpen = (bet: ModelBet) => bet.type === 'unsettled';
  const stateOf = (round: bigint) => rounds.get(round)?.state;

  function refusal(round: bigint, wish: Wish, isTwice: boolean): string | undefined {
    const known = bets.get(wish.ref);
    if (isTwice) return 'This ref stands twice in the list.';
    if (known) return 'This ref was used for another bet.';
    if (stateOf(round) !== 'betting') return 'The round is not open for betting.';
    const client = clients.find(({ id }) => id === wish.userId);
    if (!client) return 'There is no such client.';
    if (client.isBlocked) return 'The account is suspended, locked or deleted.';
    if (client.smallest !== null && wish.stake < client.smallest) {
      return `The smallest stake of this account is ${inUnits(client.smallest)}.`;
    }
    if (client.largest !== null && wish.stake > client.largest) {
      return `The largest stake of this account is ${inUnits(client.largest)}.`;
    }
    if (wish.stake > client.wallet) {
      return `Not enough balance: ${inUnits(client.wallet)} available.`;
    }
    return undefined;
  }

  function isRepeated(round: bigint, { ref, userId, stake, autoCashout }: Wish): boolean {
    const bet = bets.get(ref);
    const isSame = bet?.round === round && bet.client.id === userId && bet.stake === stake;
    return isSame && bet.auto === (autoCashout ?? null);
  }

  return {
    bets,

    open: (round: bigint) => void rounds.set(round, { state: 'betting', multiplier: 0 }),

    /** What each wish is answered with, in turn. */
    place(round: bigint, wishes: Wish[]): string[] {
      const before = new Set(bets.keys());
      const listed = new Set<string>();
      return wishes.map((wish) => {
        const isTwice = listed.has(wish.ref) && !before.has(wish.ref);
        listed.add(wish.ref);
        if (before.has(wish.ref) && isRepeated(round, wish)) return 'accepted';
        const reason = refusal(round, wish, isTwice);
        if (reason) return reason;
        const client = clients.find(({ id }) => id === wish.userId) as ModelClient;
        client.wallet -= wish.stake;
        const { ref, stake, autoCashout: auto = null } = wish;
        const rest = { left: null, type: 'unsettled', cashout: null } as const;
        bets.set(ref, { ref, round, client, stake, auto, ...rest });
        return 'accepted';
      });
    },

    start: (round: bigint) => void rounds.set(round, { state: 'flying', multiplier: 0 }),

    leave(round: bigint, wishes: { ref: string; multiplier: number }[]): string[] {
      const listed = new Set<string>();
      const before = new Map(inRound(round).map((bet) => [bet.ref, bet.left]));
      return wishes.map(({ ref, multiplier }) => {
        const bet = bets.get(ref);
        const isTwice = listed.has(ref);
        listed.add(ref);
        if (bet?.round !== round) return 'There is no bet with this ref in the round.';
        if (before.get(ref) === multiplier) return 'accepted';
        if (isTwice) return 'This ref stands twice in the list.';
        if (bet.left !== null) return 'This bet has cashed out at another multiplier.';
        if (stateOf(round) !== 'flying') return 'The round is not flying.';
        if (bet.auto !== null && multiplier > bet.auto) {
          return 'This bet left at its auto cash-out, below this multiplier.';
        }
        bet.left = multiplier;
        return 'accepted';
      });
    },

    /** The lowest multiplier that the round may crash at: nobody has left above it. */
    lowestCrash: (round: bigint) => Math.max(100, ...inRound(round).map((bet) => bet.left ?? 0)),

    crash: (round: bigint, multiplier: number) =>
      void rounds.set(round, { state: 'crashed', multiplier }),

    void: (round: bigint) => void rounds.set(round, { state: 'void', multiplier: 0 }),

    /** Ends what is open in a round that has ended; answers how many bets that were. */
    settle(round: bigint): number {
      const ended = inRound(round).filter(isOpen);
      const { state, multiplier } = rounds.get(round) as ModelRound;
      for (const bet of ended) {
        if (state === 'void') {
          bet.type = 'void';
          bet.client.wallet += bet.stake;
          continue;
        }
        const reached = bet.auto !== null && bet.auto <= multiplier ? bet.auto : null;
        bet.type = 'settled';
        bet.left ??= reached;
        bet.cashout = (bet.stake * BigInt(bet.left ?? 0)) / 100n;
        bet.client.wallet += bet.cashout;
      }
      return ended.length;
    },

    atStake: (client: ModelClient) =>
      [...bets.values()]
        .filter((bet) => bet.client === client && isOpen(bet))
        .reduce((sum, bet) => sum + bet.stake, 0n),

    /** Settled play of real clients below an operator in one currency, in one round or in all. */
    figures(operator: bigint, currency: Currency, round?: bigint): Figures {
      const settled = [...bets.values()].filter(
        ({ client, type, round: of }) =>
          type === 'settled' &&
          !client.isDemo &&
          client.currency === currency &&
          client.above.includes(operator) &&
          (round === undefined || of === round),
      );
      return {
        bets: settled.length,
        stakes: settled.reduce((sum, bet) => sum + bet.stake, 0n),
        cashouts: settled.reduce((sum, bet) => sum + (bet.cashout ?? 0n), 0n),
      };
    },
  };
}

export type RoundModel = ReturnType<typeof roundModel>;

function inUnits(minor: bigint): string {
  return (Number(minor) / 100).toFixed(2);
}
