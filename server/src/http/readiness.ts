import { isDatabaseRefusal, isOutage, isUnwritable } from '../db/database-errors.ts';
import { Refusal } from '../kernel/refusal.ts';
import { sentenceOf } from '../kernel/sentence-of.ts';

/** Why a node is not ready: a sentence for everybody, and the reason for those who may see it. */
interface Trouble {
  message: string;
  reason: string;
}

interface Looks {
  /** Fails where nothing can be read, or is not of this release; for every question. */
  read: () => Promise<void>;
  /** Fails where nothing can be written; not more often than every two seconds. */
  write: () => Promise<void>;
}

interface Log {
  info(message: string): void;
  warn(fields: object, message: string): void;
}

const writeEveryMs = 2_000;

/** Tells whether the node can do its work now; its log says when that changes, and why. */
export function makeReadiness({ read, write }: Looks, log: Log) {
  let tried: { atMs: number; outcome: Promise<void> } | undefined;
  let told: string | undefined;
  const tryToWrite = () => {
    if (!tried || performance.now() - tried.atMs > writeEveryMs) {
      tried = { atMs: performance.now(), outcome: write() };
      // Whoever asks within that time meets it too.
      tried.outcome.catch(() => {});
    }
    return tried.outcome;
  };
  const note = (trouble: Trouble | undefined) => {
    if (trouble && trouble.message !== told) log.warn({ reason: trouble.reason }, 'not ready');
    if (!trouble && told !== undefined) log.info('ready again');
    told = trouble?.message;
  };
  return async (): Promise<Trouble | undefined> => {
    const trouble = await read()
      .then(tryToWrite)
      .then(() => undefined, troubleOf);
    note(trouble);
    return trouble;
  };
}

function troubleOf(error: unknown): Trouble {
  const reason = sentenceOf(error);
  return { message: error instanceof Refusal ? reason : publicWordsOf(error), reason };
}

/** What anybody may hear: of roles, disks and tables nothing. */
function publicWordsOf(error: unknown): string {
  if (isDatabaseRefusal(error)) return 'The database refuses the node.';
  if (isUnwritable(error)) return 'The database takes no changes.';
  if (isOutage(error)) return 'The database is away.';
  return 'The database does not answer as it should.';
}
