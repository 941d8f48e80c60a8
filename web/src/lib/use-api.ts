import type { Endpoint, ResultOf } from '@pitboss/contract/endpoint';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type Answer, type CallInput, call } from './api.ts';
import { ApiError, failureText } from './api-error.ts';
import { toast } from './toast.ts';
import type { IdempotencyKey } from './use-idempotency-key.ts';

interface ReadOptions {
  enabled?: boolean;
  /** Reads again every so often; only the first read of a view counts as use of the session. */
  pollMs?: number | false;
  /** False keeps the loading overlay away. */
  overlay?: boolean;
  /** Toast when the server gave no words of its own; null shows none. */
  failed?: string | null;
}

/** Reads an endpoint; the last answer stays on screen while the next one loads. */
export function useRead<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: ReadOptions = {},
) {
  const client = useQueryClient();
  const { enabled = true, pollMs = false, overlay = true, failed } = options;
  const queryKey = readKey(endpoint, input);
  return useQuery<ResultOf<E>>({
    queryKey,
    enabled,
    refetchInterval: pollMs,
    placeholderData: keepPreviousData as never,
    meta: failed === undefined ? {} : { failed },
    queryFn: async ({ signal }) => {
      const isRepeat = pollMs !== false && client.getQueryData(queryKey) !== undefined;
      const answer = await call(endpoint, input, { signal, overlay, background: isRepeat });
      // TanStack Query reads undefined as a mistake; a call without data answers null.
      return (answer.data ?? null) as ResultOf<E>;
    },
  });
}

/** Ids and amounts are bigints, which JSON does not know. */
export function readKey<E extends Endpoint>(endpoint: E, input: CallInput<E>): [string, string] {
  const text = JSON.stringify(input, (_, value) =>
    typeof value === 'bigint' ? String(value) : value,
  );
  return [endpoint.name, text];
}

/** Under which the writes to an endpoint that run now are found. */
export function writeKey(endpoint: Endpoint): [string] {
  return [endpoint.name];
}

interface WriteOptions<E extends Endpoint> {
  /** Reads that are out of date once the write is done. */
  refreshes?: Endpoint[];
  /** Toast when the server gave no words of its own. */
  done?: string;
  failed?: string | ((error: Error) => string);
  /** Which of these words are shown whatever the server's own are. */
  fixedWords?: 'done' | 'both';
  doneTitle?: string;
  failedTitle?: string;
  idempotencyKey?: IdempotencyKey | ((input: CallInput<E>) => IdempotencyKey);
  /** Names what is written to: writes to different targets may run side by side. */
  target?: (input: CallInput<E>) => string;
  onProgress?: (share: number) => void;
  onDone?: (answer: Answer<ResultOf<E>>) => void;
  onFailed?: (error: Error) => void;
}

/** Writes to an endpoint, says how it went, and refreshes the reads that it made out of date. */
export function useWrite<E extends Endpoint>(endpoint: E, options: WriteOptions<E> = {}) {
  const client = useQueryClient();
  const { refreshes = [], fixedWords, target, onProgress, onDone, onFailed } = options;
  const mutationKey = writeKey(endpoint);
  const keyOf = (input: CallInput<E>) => {
    const { idempotencyKey } = options;
    return typeof idempotencyKey === 'function' ? idempotencyKey(input) : idempotencyKey;
  };
  const isRunning = (input: CallInput<E>) =>
    client
      .getMutationCache()
      .findAll({ mutationKey, status: 'pending' })
      .some(({ state }) => !target || target(state.variables as CallInput<E>) === target(input));
  const mutation = useMutation<Answer<ResultOf<E>>, Error, CallInput<E>>({
    mutationKey,
    mutationFn: (input) =>
      call(endpoint, input, { idempotencyKey: keyOf(input)?.current(), onProgress }),
    onSuccess: (answer, input) => {
      keyOf(input)?.renew();
      const words = (fixedWords ? '' : answer.message) || options.done;
      if (words) toast.success(words, options.doneTitle);
      for (const read of refreshes) client.invalidateQueries({ queryKey: [read.name] });
      onDone?.(answer);
    },
    onError: (error, input) => {
      console.error(endpoint.name, error);
      if (error instanceof ApiError && error.isDefinite) keyOf(input)?.renew();
      if (!isSessionLoss(endpoint, error)) {
        const { failed = 'An error occurred.' } = options;
        const words = typeof failed === 'string' ? failed : failed(error);
        const shown = fixedWords === 'both' ? words : failureText(error, words);
        toast.error(shown, options.failedTitle);
      }
      onFailed?.(error);
    },
  });
  return {
    ...mutation,
    // The screen learns a moment later that a write runs; a second click in between is ignored.
    mutate: (input: CallInput<E>) => {
      if (!isRunning(input)) mutation.mutate(input);
    },
  };
}

/** A lost session has said so by itself; a refused sign-in has not. */
function isSessionLoss({ allow }: Endpoint, error: Error): boolean {
  return allow !== 'public' && error instanceof ApiError && error.status === 401;
}
