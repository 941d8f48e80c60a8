import { maintenance } from '@pitboss/contract/maintenance';
import { users } from '@pitboss/contract/users';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { readKey } from '#src/lib/use-api.ts';
import { useLiveBalances, useLiveMaintenance } from './use-live.ts';

/** What is heard of wallets and maintenance stands wherever they were read and are shown. */
export function useHeard(): void {
  const wallets = useLiveBalances();
  const isMaintenance = useLiveMaintenance();
  const [own, ...rest] = wallets ?? [];
  useKnown(readKey(users.balance, {}), own && { ...own, wallets: rest }, wallets);
  const game = isMaintenance === undefined ? undefined : { isMaintenance };
  useKnown(readKey(maintenance.get, {}), game, isMaintenance);
}

function useKnown(queryKey: [string, string], value: object | undefined, heard: unknown): void {
  const client = useQueryClient();
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what is heard is news.
  useEffect(() => {
    if (!value || !client.getQueryData(queryKey)) return;
    // An answer that is on its way may be older.
    client.cancelQueries({ queryKey }, { silent: true });
    client.setQueryData(queryKey, value);
  }, [heard, client]);
}
