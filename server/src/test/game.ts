import type { BodyOf, Endpoint, ResultOf } from '@pitboss/contract/endpoint';
import { game } from '@pitboss/contract/game';
import { inTransaction } from '../db/transaction.ts';
import { addServiceKey } from '../service-keys/service-keys.ts';
import { actAs } from '../users/act-as.ts';
import type { Reply, TestApp } from './test-app.ts';

/** A game server with a key of its own. */
export interface TestGame {
  key: string;
  keyId: bigint;
  call<E extends Endpoint>(endpoint: E, options?: GameCall<E>): Promise<Reply<E>>;
  /** Opens a round and answers with its number. */
  open(ref?: string): Promise<bigint>;
  place(round: bigint, bets: PlacedBets): Promise<ResultOf<typeof game.placeBets>>;
  start(round: bigint): Promise<void>;
  leave(round: bigint, cashouts: { ref: string; multiplier: number }[]): Promise<void>;
  crash(round: bigint, multiplier: number, settle?: boolean): Promise<number>;
  /** A whole round: bets, flight and crash. */
  play(bets: PlacedBets, multiplier: number): Promise<bigint>;
}

type PlacedBets = BodyOf<typeof game.placeBets>['bets'];

interface GameCall<E extends Endpoint> {
  round?: bigint;
  body?: BodyOf<E>;
  raw?: unknown;
  headers?: Record<string, string>;
}

let serial = 0;

/** A ref that nobody has used. */
export function newRef(): string {
  return `ref-${++serial}`;
}

export async function makeGame(app: TestApp, root: { username: string }): Promise<TestGame> {
  const actor = await actAs(app.db, root.username);
  const { serviceKey } = await inTransaction(app.db, (tx) => addServiceKey(tx, actor, newRef()));
  const { key, _id: keyId } = serviceKey;
  const call: TestGame['call'] = (endpoint, { round, body, raw, headers = {} } = {}) =>
    app.call(endpoint, {
      ...(round === undefined ? {} : { params: { round } }),
      ...(body === undefined ? {} : { body }),
      ...(raw === undefined ? {} : { raw }),
      headers: { 'x-service-key': key, ...headers },
    });
  const open = async (ref = newRef()) => (await call(game.openRound, { body: { ref } })).data.round;
  const place: TestGame['place'] = async (round, bets) =>
    (await call(game.placeBets, { round, body: { bets } })).data;
  const start = async (round: bigint) => void (await call(game.startRound, { round })).data;
  const crash: TestGame['crash'] = async (round, multiplier, settle) =>
    (await call(game.crashRound, { round, body: { multiplier, settle } })).data.settled;
  return {
    key,
    keyId,
    call,
    open,
    place,
    start,
    crash,
    leave: async (round, cashouts) =>
      void (await call(game.cashOut, { round, body: { cashouts } })).data,
    play: async (bets, multiplier) => {
      const round = await open();
      await place(round, bets);
      await start(round);
      await crash(round, multiplier);
      return round;
    },
  };
}
