import type { Endpoint, ResultOf } from '@pitboss/contract/endpoint';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { type Answer, type CallInput, call } from './api.ts';
import { ApiError, fieldErrors, isNoSuchCall } from './api-error.ts';
import { type Fields, reasonOf } from './failure-words.ts';
import { type Intent, type Order, randomKey, thisPage } from './orders.ts';
import { refresh } from './refresh.ts';
import { HeldError, sendOrder } from './send-order.ts';
import { operatorName } from './session.ts';
import { toast } from './toast.ts';

interface ReadOptions {
  enabled?: boolean;
  /** Reads again every so often; only the first read of a view counts as use of the session. */
  pollMs?: number | false;
  /** Who asked for the repeats and has the page in view is working: they count as use too. */
  countsAsUse?: boolean;
  /** False keeps the loading overlay away. */
  overlay?: boolean;
  /** Toast when the server gave no words of its own; null shows none. */
  failed?: string | null;
  /** Shows `failed` whatever the server's own words are, which follow. */
  isFixed?: boolean;
  /** The view says by itself why it has nothing to show; a toast would only repeat it. */
  isInline?: boolean;
  /** Beyond what is given: where the platform has no such call nothing is said of it. */
  isExtra?: boolean;
}

/** Reads an endpoint; the last answer stays on screen while the next one loads. */
export function useRead<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: ReadOptions = {},
) {
  const client = useQueryClient();
  const { enabled = true, pollMs = false, countsAsUse = false, overlay = true, failed } = options;
  const { isFixed = false, isInline = false, isExtra = false } = options;
  const queryKey = readKey(endpoint, input);
  return useQuery<ResultOf<E>>({
    queryKey,
    enabled,
    refetchInterval: ({ state }) => !(isExtra && isNoSuchCall(state.error)) && pollMs,
    placeholderData: keepPreviousData as never,
    meta: { isInline, isFixed, isExtra, ...(failed === undefined ? {} : { failed }) },
    queryFn: async ({ signal }) => {
      const isRepeat = pollMs !== false && client.getQueryData(queryKey) !== undefined;
      const isWatched = countsAsUse && document.visibilityState === 'visible';
      const shown = { overlay: overlay && !isRepeat, background: isRepeat && !isWatched };
      const answer = await call(endpoint, input, { signal, ...shown });
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
  /** The fields of the form that asks for it: what they say of a failure no toast repeats. */
  fields?: Fields;
  /** The error catalogue has no words for it: where a field says why it failed, no toast does. */
  isFieldEnough?: boolean;
  /** Which of these words are shown whatever the server's own are; why it failed follows them. */
  fixedWords?: 'done' | 'failed' | 'both';
  doneTitle?: string;
  /** Says that it is done, where a plain toast is not all there is to say. */
  say?: (words: string, answer: Answer<ResultOf<E>>, input: CallInput<E>) => void;
  failedTitle?: string;
  /** Says of what moves money what it is for: it is sent once, whatever becomes of its answer. */
  order?: (input: CallInput<E>) => Intent;
  /** Names what is written to: writes to different targets may run side by side. */
  target?: (input: CallInput<E>) => string;
  onProgress?: (share: number) => void;
  onDone?: (answer: Answer<ResultOf<E>>, input: CallInput<E>) => void;
  onFailed?: (error: Error) => void;
}

/** Writes to an endpoint, says how it went, and refreshes the reads that it made out of date. */
export function useWrite<E extends Endpoint>(endpoint: E, options: WriteOptions<E> = {}) {
  const client = useQueryClient();
  const isShown = useIsShown();
  const { refreshes = [], fixedWords, order, onProgress, onDone, onFailed } = options;
  const target = options.target ?? (order && ((input) => order(input).about.join()));
  const mutationKey = writeKey(endpoint);
  const isRunning = (input: CallInput<E>) =>
    client
      .getMutationCache()
      .findAll({ mutationKey, status: 'pending' })
      .some(({ state }) => !target || target(state.variables as CallInput<E>) === target(input));
  const sayPlainly: NonNullable<typeof options.say> = (words, _answer, input) =>
    toast.success(words, options.doneTitle, { detail: order?.(input).detail });
  const mutation = useMutation<Answer<ResultOf<E>>, Error, CallInput<E>, string | undefined>({
    mutationKey,
    // What was begun by one operator ends without a word when another sits there by then.
    onMutate: () => operatorName(),
    mutationFn: (input) =>
      order
        ? sendOrder(endpoint, input, orderOf(order(input), options), { onProgress })
        : call(endpoint, input, { onProgress }),
    onSuccess: (answer, input, operator) => {
      if (operator !== operatorName()) return;
      const isFixed = fixedWords === 'done' || fixedWords === 'both';
      const words = (isFixed ? '' : answer.message) || options.done;
      const { say = sayPlainly } = options;
      if (words) say(words, answer, input);
      refresh(client, ...refreshes.map(({ name }) => name));
      if (isShown.current) onDone?.(answer, input);
    },
    onError: (error, _input, operator) => {
      console.error(endpoint.name, error);
      if (operator !== operatorName()) return;
      if (error instanceof HeldError) {
        if (error.message) toast.warning(error.message);
        return;
      }
      const fields = isShown.current ? options.fields : undefined;
      if (!isSessionLoss(endpoint, error)) sayFailed(error, fields, options);
      fields?.show(fieldErrors(error));
      if (isShown.current) onFailed?.(error);
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

function sayFailed<E extends Endpoint>(
  error: Error,
  fields: Fields | undefined,
  { failed = 'An error occurred.', failedTitle, fixedWords, isFieldEnough }: WriteOptions<E>,
) {
  const { unsaid, isAtField } = reasonOf(error, fields);
  if (isAtField && isFieldEnough && !unsaid) return;
  const words = typeof failed === 'string' ? failed : failed(error);
  const isFixed = fixedWords === 'failed' || fixedWords === 'both';
  if (isFixed) toast.error(words, failedTitle, { detail: unsaid });
  else toast.error(unsaid || words, failedTitle);
}

/** Whether what asks for this is still on the page: an answer may come when it has long gone. */
function useIsShown() {
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return isShown;
}

function orderOf<E extends Endpoint>(intent: Intent, options: WriteOptions<E>): Order {
  const { done = '', failed = '', refreshes = [] } = options;
  return {
    ...intent,
    key: randomKey(),
    done,
    failed: typeof failed === 'string' ? failed : failed(new ApiError(0, '')),
    refreshes: refreshes.map(({ name }) => name),
    sentAt: Date.now(),
    page: thisPage,
    isUnknown: false,
  };
}

/** A lost session, or one that must enrol first, says so by itself; a refused sign-in does not. */
function isSessionLoss({ allow }: Endpoint, error: Error): boolean {
  if (allow === 'public' || !(error instanceof ApiError)) return false;
  return error.status === 401 || error.asksForEnrolment;
}
