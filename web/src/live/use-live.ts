import type { LivePending, LivePlay, LiveRound, LiveWallet } from '@pitboss/contract/live';
import type { Notification } from '@pitboss/contract/notification';
import { multiplierAt } from '@pitboss/engine/curve';
import { use, useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { LiveContext } from './live-context.ts';
import type { LiveState } from './live-store.ts';

function usePart<Name extends keyof LiveState>(name: Name): LiveState[Name] {
  const { subscribe, get } = use(LiveContext);
  return useSyncExternalStore(subscribe, () => get()[name]);
}

/** The round now, with what the operator's branch has in it. */
export interface RoundNow extends LiveRound {
  play: LivePlay[];
  /** What the platform's clock says, in milliseconds. */
  now: () => number;
}

/** Undefined until it was heard of; null where there has never been a round. */
export function useLiveRound(): RoundNow | null | undefined {
  const store = use(LiveContext);
  const round = usePart('round');
  const play = usePart('play');
  return useMemo(
    () => round && { ...round, play: play ?? [], now: () => Date.now() + store.get().aheadMs },
    [round, play, store],
  );
}

/**
 * What the round shows at this moment, in hundredths: where its flight is, or where it crashed.
 * Null while it does not fly, and where only the game server knows.
 */
export function multiplierNow(round: RoundNow): number | null {
  const { state, startedAt, doublingMs, multiplier, now } = round;
  if (state === 'crashed') return multiplier;
  if (state !== 'flying' || !startedAt || !doublingMs) return null;
  return multiplierAt(now() - startedAt.getTime(), doublingMs);
}

/** Turns a moment of this machine's clock into one of the platform's, in milliseconds. */
export function useLiveClock(): (ms: number) => number {
  const store = use(LiveContext);
  return (ms) => ms + Math.max(store.get().aheadMs, Number.MIN_SAFE_INTEGER);
}

/** The requests that wait in the operator's branch, by currency. */
export function useLivePending(): LivePending[] | undefined {
  return usePart('pending');
}

/** The operator's own wallets, its own currency first. */
export function useLiveBalances(): LiveWallet[] | undefined {
  return usePart('wallets');
}

export function useLiveMaintenance(): boolean | null | undefined {
  return usePart('isMaintenance');
}

/** How many notifications wait to be read; a hundred stands for more. */
export function useLiveUnread(): number | undefined {
  return usePart('unread');
}

/** Hears of new notifications, each once. */
export function useNotified(heard: (fresh: Notification[]) => void): void {
  const store = use(LiveContext);
  const latest = useRef(heard);
  useEffect(() => {
    latest.current = heard;
  });
  useEffect(() => store.onNotified((fresh) => latest.current(fresh)), [store]);
}
