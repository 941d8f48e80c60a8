import { sql } from 'kysely';
import type { Config } from '../config.ts';
import type { Db } from '../db/database.ts';
import { inTransaction } from '../db/transaction.ts';
import { forgetDue, kinds, lookAt, sayForgotten } from '../retention/retention.ts';
import { archiveUntil, countBetsUntil, monthBefore } from './archive-bets.ts';
import { defineVerb, WrongUse } from './verb.ts';

export const retention = defineVerb({
  name: 'retention',
  summary: 'Says what is kept for how long and how much of it is due; --apply does it',
  details: [
    'Sessions that are over, answers for repeated calls, notifications and receipts are forgotten',
    'by the settings RETAIN_…, each night by the node that leads, too. Bets are not forgotten: old',
    'months are moved to the schema "archive" with their money, by RETAIN_BETS_MONTHS or',
    '--archive, and only by this command, for nodes have no right to it. What is on record (audit,',
    'transfers, rounds) is sealed, and kept for ever.',
  ],
  options: {
    apply: { about: 'forgets what is due, and archives bets if RETAIN_BETS_MONTHS is set' },
    archive: { value: 'MONTH', about: 'archives the bets of a month, as 2026-01, and before it' },
  },
  examples: [
    ['retention', 'Looks, and changes nothing.'],
    ['retention --apply --yes', 'For a nightly job where RETAIN_BETS_MONTHS is set.'],
    ['retention --archive 2026-01', 'Asks, then moves the bets of January and before.'],
  ],
  destroys: 'what is due, save bets, which are moved to the archive',
  isDestroying: ({ apply, archive }) => apply === true || archive !== undefined,
  look: async (context, { apply = false, archive }) => {
    if (!apply && archive === undefined) return [];
    if (archive !== undefined) assertMonth(archive);
    return table((await context.database()).db, context.config, archive);
  },
  run: async (context, { apply = false, archive }) => {
    const { db } = await context.database();
    if (!apply && archive === undefined) return { lines: await table(db, context.config) };
    const { retention: rules } = context.config;
    const done: string[] = [];
    if (apply) done.push(sayForgotten(await forgetDue(db, rules)));
    const month = archive ?? (apply ? monthOf(context.config) : undefined);
    if (month !== undefined) {
      const moved = await archiveUntil(db, month);
      done.push(moved > 0n ? `${moved} bets until ${month} moved to the archive` : '');
    }
    const said = done.filter((one) => one !== '').join('; ') || 'nothing was due';
    const message = `Retention: ${said}.`;
    await inTransaction(db, (tx) => context.record(tx, { message }));
    return { lines: [message] };
  },
});

function monthOf({ retention: { betsMonths } }: Config): string | undefined {
  return betsMonths === undefined ? undefined : monthBefore(new Date(), betsMonths + 1);
}

function assertMonth(month: string): void {
  if (!/^20\d\d-(0[1-9]|1[0-2])$/.test(month)) {
    throw new WrongUse(`${month} is no month: write it as 2026-01.`);
  }
  const oldest = monthBefore(new Date(), 1);
  if (month > oldest) {
    throw new WrongUse(`The month ${month} is not over: the last one that is, is ${oldest}.`);
  }
}

async function table(db: Db, config: Config, archive?: string): Promise<string[]> {
  const rows: string[][] = [['what', 'kept for', 'rows', 'oldest', 'due']];
  for (const kind of kinds) {
    const days = kind.days(config.retention);
    const { rows: count, oldest, due } = await lookAt(db, kind, config.retention);
    const kept = days === undefined ? `ever (${kind.setting})` : `${days} days (${kind.setting})`;
    rows.push([kind.what, kept, String(count), dayOf(oldest), String(due)]);
  }
  for (const { what, table, kept } of onRecord) {
    const { count, oldest } = await countAll(db, table);
    rows.push([what, kept, String(count), dayOf(oldest), '0']);
  }
  rows.push(await lookAtBets(db, config, archive));
  return inColumns(rows);
}

/** Sealed: a row less, and the books would say that the record was changed. */
const onRecord = [
  { what: 'audit record', table: 'audit_events', kept: 'ever (sealed)' },
  { what: 'rounds and their draws', table: 'rounds', kept: 'ever (sealed)' },
];

async function lookAtBets(db: Db, config: Config, archive: string | undefined) {
  const { betsMonths } = config.retention;
  const { count, oldest } = await countAll(db, 'bets');
  const month = archive ?? monthOf(config);
  const due = month === undefined ? 0n : await countBetsUntil(db, month);
  const kept = betsMonths === undefined ? 'ever' : `${betsMonths} whole months`;
  return ['bets', `${kept} (RETAIN_BETS_MONTHS)`, String(count), dayOf(oldest), String(due)];
}

async function countAll(db: Db, table: string): Promise<{ count: bigint; oldest: Date | null }> {
  const at = sql.id(table === 'audit_events' ? 'at' : 'created_at');
  const { rows } = await sql<{ count: bigint; oldest: Date | null }>`
    select count(*), (select ${at} from ${sql.table(table)} order by id limit 1) as oldest
    from ${sql.table(table)}`.execute(db);
  return rows[0] ?? { count: 0n, oldest: null };
}

const dayOf = (at: Date | null) => at?.toISOString().slice(0, 10) ?? '-';

function inColumns(rows: string[][]): string[] {
  const widths = (rows[0] ?? []).map((_, at) =>
    Math.max(...rows.map((row) => row[at]?.length ?? 0)),
  );
  return rows.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
