import type { CashRequest } from '@pitboss/contract/cash-requests';
import { useCallback, useState } from 'react';

const none: ReadonlySet<bigint> = new Set();

/**
 * The waiting requests that were filed since the screen was opened and not looked at yet. Their
 * time decides, not that they came into view: a decision moves older rows up from the next page.
 */
export function useArrivals(rows: CashRequest[] | undefined) {
  const [openedAt] = useState(Date.now);
  const [first, setFirst] = useState<ReadonlySet<bigint>>();
  const [seen, setSeen] = useState(none);
  if (rows && !first) setFirst(new Set(rows.map(({ _id }) => _id)));
  const isNew = ({ _id, createdAt, status }: CashRequest) =>
    status === 'pending' &&
    createdAt.getTime() > openedAt &&
    first !== undefined &&
    !first.has(_id) &&
    !seen.has(_id);
  const markSeen = useCallback((ids: bigint[]) => {
    setSeen((known) => (ids.every((id) => known.has(id)) ? known : new Set([...known, ...ids])));
  }, []);
  return { isNew, arrivals: rows?.filter(isNew) ?? [], markSeen };
}
