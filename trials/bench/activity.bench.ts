import { readFile } from 'node:fs/promises';
import type { Figure } from './figure.ts';
import type { FilledStage, Side } from './filled-stage.ts';
import { flatness, type List, pagesOf } from './list-flat.bench.ts';

/** All events of a branch, one kind of them, what was refused, and what one operator did. */
const filters = {
  all: {},
  money: { kind: 'money' },
  refused: { outcome: 'refused' },
  actor: { actor: 'measured0' },
};

/** Activity at a hundred thousand and at ten million events, in the pages of the lists. */
export async function activityFlat(stage: FilledStage): Promise<Figure[]> {
  for (const side of [stage.small, stage.large]) await plant(side);
  const lists = Object.entries(filters).map(([name, filter]): List => {
    const countOf: List['countOf'] = ({ recordsFiltered }) => recordsFiltered;
    return { name: `activity ${name}`, path: '/api/activity/get', countOf, filter };
  });
  return flatness(
    'activity-flat',
    stage,
    lists.flatMap((list) => pagesOf(list, ['SUPER', 'ADMIN'])),
  );
}

/** As many events as the side has bets, where a run before has not left them. */
async function plant({ direct, bets }: Side): Promise<void> {
  const { rows } = await direct.query(
    'select coalesce(sum(events), 0) as events from activity_slots',
  );
  if (Number(rows[0].events) >= bets) return;
  const script = await readFile(new URL('fill/fill-events.sql', import.meta.url), 'utf8');
  await direct.query(`begin; set local bench.events = '${bets}'; ${script} commit`);
  await direct.query('vacuum analyze audit_events');
  await direct.query('vacuum analyze activity');
  await direct.query('vacuum analyze activity_slots');
}
