import type { ResultOf } from '@pitboss/contract/endpoint';
import { users } from '@pitboss/contract/users';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from './api.ts';
import { ApiError } from './api-error.ts';
import { endSession } from './session.ts';
import { toast } from './toast.ts';
import { readKey } from './use-api.ts';

export type Wallet = ResultOf<typeof users.balance>;

/** The pauses between tries while the connection is lost: 60 seconds together. */
export const walletPausesMs = [1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000];

/** The operator's wallet; without it there is no panel, so a lasting failure signs out. */
export function useWallet() {
  const query = useQuery({
    queryKey: readKey(users.balance, {}),
    queryFn: async ({ signal }) => (await call(users.balance, {}, { signal })).data,
    retry: (failures, error) => failures < walletPausesMs.length && mayPass(error),
    retryDelay: (failures) => walletPausesMs[failures] ?? 0,
    meta: { failed: null },
  });
  const { error } = query;
  useEffect(() => {
    if (error && !(error instanceof ApiError && error.status === 401)) giveUp(error);
  }, [error]);
  return { wallet: query.data, isConnectionLost: query.failureCount > 0 && query.isFetching };
}

/** The operator's wallet in a currency, its own or another; undefined while it is not known. */
export function walletIn(wallet: Wallet | undefined, currency: string | undefined) {
  return wallet && [wallet, ...(wallet.wallets ?? [])].find((one) => one.currency === currency);
}

/** A platform that is away or too busy to answer says nothing of the session. */
function mayPass(error: Error): boolean {
  return error instanceof ApiError && (error.isConnection || error.status === 429);
}

function giveUp(error: Error) {
  // Too many calls are no reason to sign anybody out.
  if (error instanceof ApiError && error.status === 429) return;
  const isConnection = error instanceof ApiError && error.isConnection;
  const reason = isConnection
    ? 'Connection lost. Please log in again.'
    : error.message || 'Please log in again.';
  endSession(reason);
  toast.error(reason);
}
