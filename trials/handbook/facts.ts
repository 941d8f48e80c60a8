import type { Placeholder } from './plan.ts';

/** What a walk has learnt on its way. */
export interface Facts {
  /** PostgreSQL's major version, as it must turn out. */
  postgres: number;
  day: string;
  password: string;
  moment: Date;
  digest: string;
  dumpDigest: string;
  seal: string;
  /** Of the embedded database: its name in the archive, and the first file that is needed. */
  archive: { identifier: string; keep: string };
  /** What the box before said. */
  said: string;
}

export function newFacts(postgres: number): Facts {
  const unknown = { password: '', digest: '', dumpDigest: '', seal: '', said: '' };
  const archive = { identifier: '', keep: '' };
  const now = new Date();
  return { postgres, day: dayOf(now), moment: now, archive, ...unknown };
}

/** An example of the page, and what stands for it. */
type Put = (facts: Facts) => [example: string, own: string][];

export const home = '/var/lib/pitboss';

export const placeholders: Record<Placeholder, Put> = {
  repository: () => [['https://git.example/pitboss.git', '/handbook/pitboss.git']],
  bets: () => [['10000000', '3000']],
  day: ({ day }) => [['2026-11-15', day]],
  month: () => [['2026-01', lastMonth()]],
  moment: ({ moment }) => [['2026-11-15T10:00:00Z', moment.toISOString()]],
  'moment in words': ({ moment }) => [
    ['2026-11-15 10:00:00+00', moment.toISOString().replace('T', ' ').replace('Z', '+00')],
  ],
  seal: ({ seal }) => [['transfers:48211:9f…', seal]],
  server: () => [['postgres://pitboss@db.example/pitboss', 'postgres://pitboss@127.0.0.1/moved']],
  'account folders': () => [
    [' /archive', ` ${home}/archive`],
    [' /backups/', ` ${home}/backups/`],
    ['DATA_DIR=/new', `DATA_DIR=${home}/new`],
  ],
  'restored again': () => [[`${home}/new `, `${home}/new-again `]],
  archive: ({ archive: { identifier, keep } }) => [
    ['7440000000000000001', identifier],
    ['000000010000000000000060', keep],
  ],
};

/** The box as it is given; what it names must stand in it. */
export function filledIn(text: string, put: Placeholder[], facts: Facts): string {
  let filled = text;
  for (const name of put) {
    const before = filled;
    for (const [example, own] of placeholders[name](facts)) {
      filled = filled.replaceAll(example, own);
    }
    if (filled === before) throw new Error(`There is no ${name} in the box:\n${text}`);
  }
  return filled;
}

export function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}

/** What is kept least is the month that is not over. */
function lastMonth(): string {
  const now = new Date();
  return dayOf(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1))).slice(0, 7);
}
