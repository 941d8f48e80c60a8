import { sentenceOf, withoutPasswords } from './sentence-of.ts';
import { writtenTrace } from './written-trace.ts';

/** What of an error is logged. Drivers hang connections on theirs, with keys and passwords. */
export interface LoggedError {
  type: string;
  message: string;
  code?: string;
  /** What caused it, in its own words. */
  cause?: string;
  stack?: string;
}

/**
 * An error as it may stand in a log: its name, its sentence and its code. Where something went
 * wrong on our side its trace too; nothing else of it, and no password of an address.
 */
export function loggedError(error: unknown, hasTrace: boolean): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: sentenceOf(error) };
  const { name, stack, cause } = error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return {
    type: name,
    message: sentenceOf(error),
    ...(code ? { code } : {}),
    ...(cause instanceof Error ? { cause: sentenceOf(cause) } : {}),
    ...(hasTrace && stack ? { stack: withoutPasswords(writtenTrace(stack)) } : {}),
  };
}
