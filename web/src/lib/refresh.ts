import type { QueryClient } from '@tanstack/react-query';

/**
 * Reads again what a change has made out of date, by the names of the reads. An answer on its way
 * may be older than the change, so it is called off, the very first one too: left to itself,
 * TanStack Query would take that one for new.
 */
export function refresh(client: QueryClient, ...names: string[]): void {
  for (const name of names) {
    client.cancelQueries({ queryKey: [name] });
    client.invalidateQueries({ queryKey: [name] });
  }
}
