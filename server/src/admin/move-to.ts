import { resolve } from 'node:path';
import { sql } from 'kysely';
import { recordEvent } from '../audit/record-event.ts';
import { copyDatabase } from '../backup/copy-database.ts';
import { holdWrites, isHeld, releaseWrites } from '../backup/hold-writes.ts';
import { type Db, openDatabase } from '../db/database.ts';
import { inTransaction } from '../db/transaction.ts';
import { startEmbedded } from '../embedded/embedded.ts';
import { holdsDatabase } from '../embedded/home.ts';
import { removeEmbedded } from '../embedded/remove-embedded.ts';
import { ledgerDigest, sayDigest } from '../ledger/digest.ts';
import { auditAll } from '../reports/audit-all.ts';
import type { Context } from './context.ts';
import { defineVerb, type Outcome } from './verb.ts';

const isServer = (target: string) => /^postgres(?:ql)?:\/\//.test(target);

/** From the embedded database to a server, from a server to an embedded one, or between servers. */
export const moveTo = defineVerb({
  name: 'move-to',
  summary: 'Moves everything to another database, embedded or a server, and compares it',
  details: [
    'TARGET is the address of an empty database, as the role that is to own the tables, or a',
    'folder for a new embedded one. From the beginning on nodes refuse changes with 503 and go on',
    'reading; they are not ready, so a proxy that asks gives them nothing. Everything is copied in',
    'one transaction, each table is read back and compared, then the books and the digest of the',
    'ledger. The source keeps every row and stays held, so that nothing is written to it by',
    'mistake; after a failure it is released by itself.',
    'The target "release" only ends a hold: nodes may write to this database again.',
  ],
  args: ['target'],
  examples: [
    [
      'move-to postgres://pitboss:secret@db.example/pitboss --yes',
      'From the embedded database to a server; prints the new settings.',
    ],
    ['move-to /var/lib/pitboss/data --yes', 'The way back, from a server to an embedded database.'],
    ['move-to release', 'Stays where it is after all.'],
  ],
  destroys: 'nothing, but no node can change anything until it is started with the new settings',
  isDestroying: ({ target }) => target !== 'release',
  run: async (context, { target }) => {
    const { db } = await context.database();
    if (target === 'release') return release(context, db);
    const place = await openTarget(target);
    try {
      await refuseFilled(place.db);
      return await move(context, db, place);
    } catch (error) {
      await place.discard();
      throw error;
    } finally {
      await place.close();
    }
  },
});

async function release(context: Context, db: Db): Promise<Outcome> {
  const wasHeld = await isHeld(db);
  if (wasHeld) await releaseWrites(db);
  const message = wasHeld ? 'Nodes may write again.' : 'Nothing held the database.';
  await inTransaction(db, async (tx) => {
    await sql`set transaction read write`.execute(tx);
    await context.record(tx, { message });
  });
  return { lines: [message] };
}

interface Target {
  db: Db;
  /** Without the password. */
  name: string;
  settings: string[];
  close(): Promise<void>;
  /** Leaves nothing of what was made for this. */
  discard(): Promise<void>;
}

async function openTarget(target: string): Promise<Target> {
  const options = { connectionsMax: 2, statementMs: 0 };
  if (isServer(target)) {
    const url = new URL(target);
    const { db, close } = openDatabase({ url: target, ...options });
    const name = `${url.host}${url.pathname}`;
    const settings = [
      `DATABASE_OWNER_URL=postgres://${url.username}:…@${name}${url.search}`,
      `DATABASE_URL=postgres://<the node's role>:…@${name}${url.search}`,
      'BACKUP_ARCHIVE unset: the server archives its log itself',
    ];
    return { db, name, settings, close, discard: async () => {} };
  }
  const dataDir = resolve(target);
  if (holdsDatabase(dataDir)) throw new Error(`There is a database in ${dataDir} already.`);
  const embedded = await startEmbedded({ dataDir });
  const { db, close } = openDatabase({ url: embedded.url, ...options });
  let isClosed = false;
  const closeBoth = async () => {
    if (isClosed) return;
    isClosed = true;
    await close();
    await embedded.stop();
  };
  return {
    db,
    name: dataDir,
    settings: [`DATA_DIR=${dataDir}`, 'DATABASE_URL and DATABASE_OWNER_URL unset', 'DEMO=off'],
    close: closeBoth,
    discard: async () => {
      await closeBoth();
      await removeEmbedded(dataDir);
    },
  };
}

async function refuseFilled(db: Db): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select c.oid::regclass::text as name from pg_class c
    where c.relkind in ('r', 'p', 'v', 'm') and (c.relnamespace = current_schema()::regnamespace
      or c.relnamespace = to_regnamespace('archive'))
    order by 1 limit 1`.execute(db);
  if (rows[0])
    throw new Error(`The target is not empty: it has ${rows[0].name}. Nothing was done.`);
}

async function move(context: Context, source: Db, target: Target): Promise<Outcome> {
  const message = `Moving to ${target.name} begins: changes are refused from here on.`;
  await inTransaction(source, async (tx) => {
    await sql`set transaction read write`.execute(tx);
    await context.record(tx, { message });
  });
  await holdWrites(source);
  try {
    const copies = await copyDatabase({
      source,
      target: target.db,
      onTable: ({ table, rows }) => rows > 0 && context.say(`  ${table}: ${rows} rows, the same`),
    });
    await sql`analyze`.execute(target.db);
    const [from, to] = [await ledgerDigest(source), await ledgerDigest(target.db)];
    if (from.sha256 !== to.sha256) throw new Error('The ledgers differ.');
    const faults = await auditAll(target.db, { connections: 2 });
    await recordArrival(target.db);
    const rows = copies.reduce((sum, copy) => sum + copy.rows, 0);
    return {
      lines: [
        `Moved ${rows} rows of ${copies.length} tables to ${target.name}; every table is the same.`,
        `The ledger there: ${sayDigest(to)}`,
        ...(faults.length > 0 ? ['The books, there as here:', ...faults] : ['The books balance.']),
        'Stop the nodes, and start them with:',
        ...target.settings.map((line) => `  ${line}`),
        'and all other settings as they were. This database keeps what it has and refuses changes;',
        'to stay on it after all: npm run admin -- move-to release',
      ],
      isWrong: faults.length > 0,
    };
  } catch (error) {
    await releaseWrites(source);
    throw error;
  }
}

/** The target's own record says since when it is the one that counts. */
async function recordArrival(db: Db): Promise<void> {
  await recordEvent(db, {
    actor: null,
    actorName: 'administrator',
    origin: { address: 'command line', requestId: 'admin move-to' },
    action: 'admin.move-to',
    change: null,
    outcome: 'done',
    message: 'Moved here from another database.',
  });
}
