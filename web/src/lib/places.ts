import { linkOptions } from '@tanstack/react-router';
import { type DayRange, dayOf } from './dates.ts';

/** A screen of the sidebar, over some days where it is one by dates. */
export interface ScreenPlace {
  to: string;
  search?: DayRange;
}

/** Where things are found: an address that shows this one. */
export type Place =
  | ScreenPlace
  | ReturnType<
      | typeof clientPlace
      | typeof requestPlace
      | typeof roundPlace
      | typeof betPlace
      | typeof transferPlace
      | typeof bankPlace
    >;

/** The page of one client. */
export function clientPlace({ _id }: { _id: bigint }) {
  return linkOptions({ to: '/clients/$userId', params: { userId: String(_id) } });
}

interface Owned {
  _id: bigint;
  userId: bigint;
  /** Lists by dates show it on this day. */
  since: Date;
}

export function requestPlace({ _id, userId, since }: Owned) {
  return linkOptions({
    to: '/deposit-withdraw/{-$userId}',
    params: { userId: String(userId) },
    search: { search: String(_id), startDay: dayOf(since), endDay: dayOf(since) },
  });
}

export function roundPlace({ _id }: { _id: bigint }) {
  return linkOptions({ to: '/rounds', search: { round: String(_id) } });
}

/** The page of one bet. */
export function betPlace({ _id }: { _id: bigint }) {
  return linkOptions({ to: '/bets/$betId', params: { betId: String(_id) } });
}

/** The statement of whose money it moved, on that day. */
export function transferPlace({ _id, userId, since }: Owned) {
  return linkOptions({
    to: '/my-account/account-statement/{-$userId}',
    params: { userId: String(userId) },
    search: { search: String(_id), startDay: dayOf(since), endDay: dayOf(since) },
  });
}

export function bankPlace({ _id }: { _id: bigint }) {
  return linkOptions({ to: '/banks', search: { search: String(_id) } });
}
