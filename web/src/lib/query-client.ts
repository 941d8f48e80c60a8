import { QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError, failureText, isNoSuchCall } from './api-error.ts';
import { toast } from './toast.ts';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** Toast when the read fails and the server gave no words of its own; null shows none. */
      failed?: string | null;
      /** The words of `failed` stand first, and the server's own follow. */
      isFixed?: boolean;
      /** Where there is nothing to show yet, the view itself says why. */
      isInline?: boolean;
      /** Beyond what is given: a platform without the call goes without the view. */
      isExtra?: boolean;
    };
  }
}

const retriesMax = 2;

export const queryClient = createQueryClient();

export function createQueryClient() {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        if (query.meta?.isExtra && isNoSuchCall(error)) return;
        console.error(query.queryKey[0], error);
        const { failed = 'Could not load the data. Please try again.', isFixed } = query.meta ?? {};
        if (failed === null || isSessionLoss(error)) return;
        const isSaid = query.meta?.isInline && !isFixed && query.state.data === undefined;
        if (isSaid) return;
        const id = `read ${query.queryHash}`;
        if (isFixed) toast.error(failed, undefined, { id, detail: failureText(error, '') });
        else toast.error(failureText(error, failed), undefined, { id });
      },
    }),
    defaultOptions: {
      queries: {
        networkMode: 'always',
        retry: (failures, error) =>
          failures < retriesMax && error instanceof ApiError && error.isConnection,
      },
      // A write is repeated only by the operator, who sees what became of it.
      mutations: { networkMode: 'always', retry: false },
    },
  });
}

/** A lost session, and one that must enrol first, have said so by themselves. */
function isSessionLoss(error: Error): boolean {
  return error instanceof ApiError && (error.status === 401 || error.asksForEnrolment);
}
