import { type CashRequest, cashRequests } from '@pitboss/contract/cash-requests';
import type { BodyOf, ResultOf } from '@pitboss/contract/endpoint';
import { transactions } from '@pitboss/contract/transactions';
import { users } from '@pitboss/contract/users';
import { useMutationState, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { capitalise, formatAmount } from '#src/lib/format.ts';
import { type Intent, useHeldOrders } from '#src/lib/orders.ts';
import { refresh } from '#src/lib/refresh.ts';
import { toast } from '#src/lib/toast.ts';
import { useWrite, writeKey } from '#src/lib/use-api.ts';
import type { Decision } from './desk.ts';

type Body = BodyOf<typeof cashRequests.resolve>;
type Page = ResultOf<typeof cashRequests.list>;

interface Given {
  onDone: (request: CashRequest) => void;
  onFailed?: (error: Error) => void;
}

/** Sends decisions, each once; different requests may be decided side by side. */
export function useDecide({ onDone, onFailed }: Given) {
  const client = useQueryClient();
  const asked = useRef(new Map<bigint, CashRequest>());
  const resolve = useWrite(cashRequests.resolve, {
    refreshes: [
      cashRequests.list,
      users.balance,
      users.list,
      users.profile,
      transactions.listStatement,
    ],
    done: 'Operation successful!',
    failed: 'The status could not be updated. Please try again.',
    // A rejection can be taken back; whoever acted in between is named by the refusal.
    say: (words, { data }, { body }) => {
      const request = data ?? asked.current.get(body.reqId);
      const { detail } = intentOf(body, request);
      if (body.status !== 'failed' || !request) return toast.success(words, undefined, { detail });
      const offer = { label: 'Undo', take: () => decide(request, 'pending') };
      toast.warning(words, 'Rejected', { detail, offer });
    },
    target: ({ body }) => String(body.reqId),
    order: ({ body }) => intentOf(body, asked.current.get(body.reqId)),
    onDone: ({ data }, { body }) => {
      client.setQueriesData<Page>({ queryKey: [cashRequests.list.name] }, (page) =>
        page && data
          ? { ...page, data: page.data.map((row) => (row._id === data._id ? data : row)) }
          : page,
      );
      const decided = data ?? asked.current.get(body.reqId);
      if (decided) onDone(decided);
    },
    // Somebody else may have been first: the row shall say how it stands now.
    onFailed: (error) => {
      refresh(client, cashRequests.list.name);
      onFailed?.(error);
    },
  });
  const decide = (request: CashRequest, status: Decision, note = '') => {
    const words = note.trim();
    asked.current.set(request._id, request);
    resolve.mutate({ body: { reqId: request._id, status, ...(words ? { note: words } : {}) } });
  };
  return { decide, isPending: resolve.isPending };
}

function intentOf({ reqId, status }: Body, request: CashRequest | undefined): Intent {
  const whose = request ? `${amountOf(request)} of ${request.user.username}` : '';
  return {
    about: request ? decisionAbout(request) : [`request ${reqId}`],
    kind: capitalise(status),
    detail: `${request?.type ?? 'request'} ${reqId}, ${whose}`,
  };
}

function amountOf({ amount, currency }: CashRequest): string {
  return formatAmount(amount, currency);
}

/** A decision pays the client: until it is known how it ended nothing else is sent there. */
export function decisionAbout({ _id, user }: CashRequest): string[] {
  return [`request ${_id}`, `client ${user.username}`];
}

/** What the request is just being set to, while that runs. */
export function useRunningDecision({ _id }: CashRequest): Decision | undefined {
  const running = useMutationState({
    filters: { mutationKey: writeKey(cashRequests.resolve), status: 'pending' },
    select: ({ state }) => (state.variables as { body: Body }).body,
  });
  return running.find(({ reqId }) => reqId === _id)?.status;
}

/** Whether money of the client is under way of which nobody knows what became of it. */
export function useIsHeld(request: CashRequest): boolean {
  return useHeldOrders(decisionAbout(request)).length > 0;
}
