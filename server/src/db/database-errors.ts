/** The commit was sent, but its answer never came: it may have happened or not. */
export class OutcomeUnknown extends Error {
  constructor(cause: unknown) {
    super('The connection broke during the commit.', { cause });
    this.name = 'OutcomeUnknown';
  }
}

/** The commit is here, but perhaps on no standby: if this server is lost, so is the commit. */
export class UnsureCommit extends Error {
  constructor(warning: string) {
    super(`The commit came with a warning: ${warning}`);
    this.name = 'UnsureCommit';
  }
}

/** Its transaction could not be rolled back, so nothing more is sent by it. */
export class ConnectionGivenUp extends Error {
  constructor() {
    super('The connection was given up.');
    this.name = 'ConnectionGivenUp';
  }
}

const socketCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOENT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  // Its name is not known, or not at the moment.
  'ENOTFOUND',
  'EAI_AGAIN',
]);
/** Of `pg`, which says them in English wherever it runs. */
const sentences = [
  'Connection terminated',
  'connection timeout',
  'timeout exceeded when trying to connect',
  'Query read timeout',
];

/**
 * The database is away, starting, stopping, not writable, or took too long: nothing is wrong with
 * the request.
 */
export function isOutage(error: unknown): boolean {
  if (error instanceof UnsureCommit || isDeadConnection(error)) return true;
  const code = codeOf(error);
  if (code && (socketCodes.has(code) || /^(08|57P0|57014|25006|53)/.test(code))) return true;
  const message = error instanceof Error ? error.message : '';
  return sentences.some((sentence) => message.includes(sentence));
}

/** Only a broken connection leaves a commit open; any other error is PostgreSQL saying no. */
export function throwOutcome(error: unknown): never {
  throw isOutage(error) ? new OutcomeUnknown(error) : error;
}

/** The database can be read, but takes no changes: its disk is full, or it is a standby. */
export function isUnwritable(error: unknown): boolean {
  return /^(53100|25006)$/.test(codeOf(error) ?? '');
}

/** The database is there and says no to us: to our password, our role or our rights. */
export function isDatabaseRefusal(error: unknown): boolean {
  return /^(28\w{3}|3D000|42501)$/.test(codeOf(error) ?? '');
}

/** The connection was gone before anything was sent. */
export function isDeadConnection(error: unknown): boolean {
  if (error instanceof ConnectionGivenUp) return true;
  return error instanceof Error && error.message.includes('not queryable');
}

/** Two transactions met; one of them is asked to run again. */
export function isConflict(error: unknown): boolean {
  const code = codeOf(error);
  return code === '40001' || code === '40P01';
}

export function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** Whether a statement met the unique index or constraint of this name. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  return (
    codeOf(error) === '23505' &&
    error instanceof Error &&
    'constraint' in error &&
    error.constraint === constraint
  );
}
