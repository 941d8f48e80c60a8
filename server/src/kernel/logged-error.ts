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
  if (!(error instanceof Error)) return { type: typeof error, message: harmless(String(error)) };
  const { name, stack, cause } = error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return {
    type: name,
    message: harmless(sentenceOf(error)),
    ...(code ? { code } : {}),
    ...(cause instanceof Error ? { cause: harmless(sentenceOf(cause)) } : {}),
    ...(hasTrace && stack ? { stack: harmless(stack) } : {}),
  };
}

/** Of several tries to connect only the single ones say what went wrong. */
function sentenceOf(error: Error): string {
  if (error.message || !(error instanceof AggregateError)) return error.message;
  return error.errors.map((one: unknown) => (one instanceof Error ? one.message : '')).join('; ');
}

function harmless(text: string): string {
  return text.replace(/(\w{1,20}:\/\/[^\s:/@]{0,100}):[^\s@]{1,300}@/g, '$1:…@');
}
