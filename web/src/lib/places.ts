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

interface Client {
  username: string;
  /** Whose client it is, where that is another operator. */
  parentId?: bigint | undefined;
}

/** A client: the list that it stands in, with its name searched for. */
export function clientPlace({ username, parentId }: Client) {
  const admin = parentId === undefined ? {} : { admin: String(parentId) };
  return linkOptions({ to: '/users', search: { search: username, ...admin } });
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

/** The client's bets of that day, of one round where it is known. */
export function betPlace({ userId, since, round }: Omit<Owned, '_id'> & { round?: bigint }) {
  const search = round === undefined ? {} : { search: String(round) };
  const day = dayOf(since);
  return linkOptions({
    to: '/bets',
    search: { userId: String(userId), startDay: day, endDay: day, ...search },
  });
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
