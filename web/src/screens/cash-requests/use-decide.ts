import { type CashRequest, cashRequests } from '@pitboss/contract/cash-requests';
import type { BodyOf, ResultOf } from '@pitboss/contract/endpoint';
import { transactions } from '@pitboss/contract/transactions';
import { users } from '@pitboss/contract/users';
import { useMutationState, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useWrite, writeKey } from '#src/lib/use-api.ts';
import { createIdempotencyKey, type IdempotencyKey } from '#src/lib/use-idempotency-key.ts';
import type { Decision } from './desk.ts';

type Body = BodyOf<typeof cashRequests.resolve>;
type Page = ResultOf<typeof cashRequests.list>;

interface Given {
  onDone: (request: CashRequest) => void;
  onFailed?: (error: Error) => void;
}

/** Sends decisions, each under a key of its own; different requests may be decided side by side. */
export function useDecide({ onDone, onFailed }: Given) {
  const client = useQueryClient();
  const keyOf = useDecisionKeys();
  const refresh = () => client.invalidateQueries({ queryKey: [cashRequests.list.name] });
  const resolve = useWrite(cashRequests.resolve, {
    refreshes: [users.balance, users.list, users.profile, transactions.listStatement],
    done: 'Operation successful!',
    failed: 'The status could not be updated. Please try again.',
    target: ({ body }) => String(body.reqId),
    idempotencyKey: ({ body }) => keyOf(body),
    onDone: ({ data: decided }) => {
      client.setQueriesData<Page>({ queryKey: [cashRequests.list.name] }, (page) =>
        page ? { ...page, data: page.data.map((row) => withDecision(row, decided)) } : page,
      );
      refresh();
      onDone(decided);
    },
    // Somebody else may have been first: the row shall say how it stands now.
    onFailed: (error) => {
      refresh();
      onFailed?.(error);
    },
  });
  const decide = (request: CashRequest, status: Decision, note = '') => {
    const words = note.trim();
    resolve.mutate({ body: { reqId: request._id, status, ...(words ? { note: words } : {}) } });
  };
  return { decide, isPending: resolve.isPending };
}

function withDecision(row: CashRequest, decided: CashRequest): CashRequest {
  return row._id === decided._id ? decided : row;
}

/** The same decision sent again after a lost answer has the same key; another one has another. */
function useDecisionKeys() {
  const [keys] = useState(() => new Map<string, IdempotencyKey>());
  return ({ reqId, status, note = '' }: Body): IdempotencyKey => {
    const name = [reqId, status, note].join(' ');
    const key = keys.get(name) ?? createIdempotencyKey();
    keys.set(name, key);
    return key;
  };
}

/** What the request is just being set to, while that runs. */
export function useRunningDecision({ _id }: CashRequest): Decision | undefined {
  const running = useMutationState({
    filters: { mutationKey: writeKey(cashRequests.resolve), status: 'pending' },
    select: ({ state }) => (state.variables as { body: Body }).body,
  });
  return running.find(({ reqId }) => reqId === _id)?.status;
}
