import type { LiveChange } from '@pitboss/contract/live';
import type { Notification } from '@pitboss/contract/notification';

/** What has been heard so far. A part that was not heard of is missing. */
export interface LiveState extends Omit<LiveChange, 'at' | 'cursor' | 'notifications'> {
  /** By how much the platform's clock is ahead of this machine's. */
  aheadMs: number;
}

type Listener = () => void;
type Heard = (fresh: Notification[]) => void;

export interface LiveStore {
  get(): LiveState;
  subscribe(listener: Listener): () => void;
  /** Told of each notification once, whatever way it came. */
  onNotified(heard: Heard): () => void;
  take(change: LiveChange): void;
}

export function createLiveStore(): LiveStore {
  let state: LiveState = { aheadMs: Number.NEGATIVE_INFINITY };
  const listeners = new Set<Listener>();
  const hearers = new Set<Heard>();
  const known = new Set<bigint>();

  return {
    get: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onNotified(heard) {
      hearers.add(heard);
      return () => hearers.delete(heard);
    },
    take({ at, cursor: _, notifications = [], ...parts }) {
      // On its way a message only grows older: the one that came fastest knows best.
      const aheadMs = at === undefined ? state.aheadMs : at.getTime() - Date.now();
      state = { ...state, ...parts, aheadMs: Math.max(state.aheadMs, aheadMs) };
      for (const listener of listeners) listener();
      const fresh = notifications.filter(({ _id }) => !known.has(_id));
      for (const { _id } of fresh) known.add(_id);
      if (fresh.length > 0) for (const heard of hearers) heard(fresh);
    },
  };
}
