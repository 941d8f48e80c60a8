import { Anchor } from '@mantine/core';
import { type ActivityEvent, activity } from '@pitboss/contract/activity';
import { Link } from '@tanstack/react-router';
import { listColumns } from '#src/data-table/list-columns.ts';
import { Action, By, Changes, Result } from '#src/history/event-cells.tsx';
import type { UrlState } from '#src/lib/address.ts';
import { useOperator } from '#src/lib/session.ts';
import { Moment } from '#src/ui/moment.tsx';
import { activityPlace } from './activity-place.ts';
import { targetWords } from './activity-words.ts';

export const activityColumns = listColumns(activity.list, {
  at: { header: 'Time', card: 'line', cell: ({ at }) => <Moment at={at} /> },
  by: {
    header: 'By',
    card: 'line',
    cell: (event) => (
      <By event={event}>
        <Actor event={event} />
      </By>
    ),
    cardCell: (event) => (
      <span>
        <Actor event={event} />
        {event.address && ` · ${event.address}`}
      </span>
    ),
  },
  action: { header: 'Action', card: 'title', cell: ({ action }) => <Action action={action} /> },
  target: {
    header: 'On',
    card: 'line',
    cell: (event) => <Target event={event} />,
    cardCell: (event) => event.target && targetWords(event.target) && <Target event={event} />,
  },
  changes: {
    header: 'Before → After',
    card: 'block',
    cell: ({ changes }) => <Changes changes={changes} />,
    cardCell: ({ changes }) => (changes.length > 0 ? <Changes changes={changes} /> : null),
  },
  outcome: { header: 'Result', card: 'status', cell: (event) => <Result event={event} /> },
});

/** Who acted leads to all that they did; one outside the branch has no name to ask for. */
function Actor({ event: { by, actorId } }: { event: ActivityEvent }) {
  if (actorId === null) return by;
  return (
    <Anchor
      inherit
      renderRoot={(props) => (
        <Link
          to="/activity"
          search={(state: UrlState) => ({ ...withoutPage(state), by })}
          {...props}
        />
      )}
    >
      {by}
    </Anchor>
  );
}

function withoutPage({ page: _, ...state }: UrlState): UrlState {
  return state;
}

function Target({ event: { target } }: { event: ActivityEvent }) {
  const ownId = useOperator()?._id;
  if (!target) return '—';
  const words = targetWords(target);
  const place = words && activityPlace(target, ownId);
  if (!place) return words || '—';
  return (
    <Anchor inherit renderRoot={(props) => <Link {...place} {...props} />}>
      {words}
    </Anchor>
  );
}
