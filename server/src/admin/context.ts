import { userInfo } from 'node:os';
import { recordEvent } from '../audit/record-event.ts';
import type { Config } from '../config.ts';
import { checkOwner } from '../db/check-roles.ts';
import { type Db, openDatabase, type Tx } from '../db/database.ts';
import { codeOf } from '../db/database-errors.ts';
import { isMigrated } from '../db/migrate.ts';
import { holdsDatabase } from '../embedded/home.ts';
import { reachDatabase } from '../embedded/reach-database.ts';
import type { Change } from '../kernel/change.ts';
import { Refusal } from '../kernel/refusal.ts';

/** What a verb works with: the node's settings, and the database as the owner of its tables. */
export interface Context {
  config: Config;
  /** The database that nodes of this release may be running on meanwhile, opened when asked for. */
  database(): Promise<{ db: Db; url: string }>;
  /** Puts this use on record, with what it changed, in the transaction that changes it. */
  record(tx: Tx, what: { message: string; change?: Change }): Promise<void>;
  /** Tells the person at the shell how far it is. */
  say(line: string): void;
}

interface OpenContext extends Context {
  /** Puts on record a use that has not done so itself, as far as there is a database to hold it. */
  finish(outcome: 'done' | 'refused', message: string): Promise<void>;
  close(): Promise<void>;
}

export function openContext(verb: string, config: Config): OpenContext {
  let opening: ReturnType<typeof reach> | undefined;
  let isRecorded = false;
  const database = () => {
    opening ??= reach(config);
    return opening;
  };
  const write = (db: Db, outcome: 'done' | 'refused', message: string, change?: Change) =>
    recordEvent(db, {
      actor: null,
      actorName: `administrator ${whoAtTheShell()}`,
      origin: { address: 'command line', requestId: `admin ${verb}` },
      action: `admin.${verb}`,
      change: change ?? null,
      outcome,
      message,
    });
  return {
    config,
    database,
    record: async (tx, { message, change }) => {
      await write(tx, 'done', message, change);
      isRecorded = true;
    },
    say: (line) => void process.stderr.write(`${line}\n`),
    finish: async (outcome, message) => {
      const open = await opening?.catch(() => undefined);
      if (!open || (isRecorded && outcome === 'done')) return;
      await write(open.db, outcome, message).catch((error: unknown) => {
        process.stderr.write(`This use could not be put on record: ${error}\n`);
      });
    },
    close: async () => (await opening?.catch(() => undefined))?.close(),
  };
}

async function reach(config: Config) {
  if (!config.databaseUrl && !holdsDatabase(config.dataDir)) {
    throw new Error(
      `There is no database in ${config.dataDir}: give this command the settings of the node ` +
        '(DATA_DIR, or DATABASE_URL and DATABASE_OWNER_URL).',
    );
  }
  const { databaseUrl, databaseOwnerUrl } = config;
  if (databaseUrl) await checkOwner({ url: databaseUrl, ownerUrl: databaseOwnerUrl });
  const place = await reachDatabase(config);
  // An administrator may wait for as long as it takes.
  const { db, close } = openDatabase({ url: place.url, connectionsMax: 4, statementMs: 0 });
  const closeAll = async () => {
    await close();
    await place.stop();
  };
  try {
    await refuseOtherRelease(db);
  } catch (error) {
    await closeAll();
    throw error;
  }
  return { db, url: place.url, close: closeAll };
}

/** Migrating is a start's part: nodes of the release before may be running. */
async function refuseOtherRelease(db: Db): Promise<void> {
  const isOurs = await isMigrated(db).catch((error: unknown) => {
    if (error instanceof Refusal || codeOf(error) === undefinedTable) return false;
    throw error;
  });
  if (isOurs) return;
  throw new Error(
    'The database is empty or not of this release: start a node of this release on it first, or ' +
      'use the command of the release that runs.',
  );
}

const undefinedTable = '42P01';

/** Who it was before it became root, where that is known. */
function whoAtTheShell(): string {
  try {
    return process.env.SUDO_USER || userInfo().username;
  } catch {
    return String(process.getuid?.() ?? 'unknown');
  }
}
