import { randomUUID } from 'node:crypto';
import type { Answer } from '@pitboss/testkit/http-client';
import { type Call, call } from './call.ts';
import type { World } from './world.ts';

/** A game server that runs rounds by hand. */
export interface Game {
  /** Opens a round for betting and answers with its number. */
  open(): Promise<string>;
  /** Bets of the given clients, and how many were accepted. */
  place(round: string, userIds: bigint[]): Promise<number>;
  /** A round in the air with so many bets of one client: the calls that cash them out. */
  fly(userId: bigint, bets: number): Promise<Call[]>;
  /** Ends it at twice the stake; whether it is settled is the caller's choice. */
  crash(round: string, settle: boolean): Promise<void>;
}

export function gameOf({ nodes, people }: World): Game {
  const ask = async (path: string, body: object): Promise<Answer> => {
    const answer = await call(nodes[0]?.url ?? '', { path, serviceKey: people.serviceKey, body });
    if (answer.status >= 300 || answer.status === 0) {
      throw new Error(`${path} was answered ${answer.status} ${answer.message}`);
    }
    return answer;
  };
  const open = async () => String((await ask('/game/rounds', { ref: randomUUID() })).data.round);
  return {
    open,
    place: async (round, userIds) => {
      const bets = userIds.map((userId, index) => ({
        ref: randomUUID(),
        userId: String(userId),
        stake: 5,
        ...(index % 2 === 0 ? { autoCashout: 1.5 } : {}),
      }));
      return Number((await ask(`/game/rounds/${round}/bets`, { bets })).data.accepted);
    },
    fly: async (userId, count) => {
      const round = await open();
      const refs = Array.from({ length: count }, () => randomUUID());
      const bets = refs.map((ref) => ({ ref, userId: String(userId), stake: 5 }));
      await ask(`/game/rounds/${round}/bets`, { bets });
      await ask(`/game/rounds/${round}/start`, {});
      const path = `/game/rounds/${round}/cashouts`;
      return refs.map((ref) => ({
        path,
        serviceKey: people.serviceKey,
        body: { cashouts: [{ ref, multiplier: 1.5 }] },
      }));
    },
    crash: async (round, settle) => {
      await ask(`/game/rounds/${round}/start`, {});
      await ask(`/game/rounds/${round}/crash`, { multiplier: 2, settle });
    },
  };
}
