import type { Event as GameEvent } from '@pitboss/contract/events';
import IconEdit from '@tabler/icons-react/dist/esm/icons/IconEdit.mjs';
import { columnsOf } from '#src/data-table/columns.ts';
import { RowAction } from '#src/ui/row-action.tsx';
import { SafeLink } from '#src/ui/safe-link.tsx';
import { StatusBadge } from '#src/ui/status-badge.tsx';
import classes from './events.module.css';

const column = columnsOf<GameEvent>();

export function eventColumns(edit: (event: GameEvent) => void) {
  return column.columns([
    column.accessor('icon', {
      header: 'Icon',
      cell: ({ row: { original } }) =>
        picture(original.icon, `Icon of ${original.eventName}`, classes.icon),
    }),
    column.accessor('image', {
      header: 'Banner',
      cell: ({ row: { original } }) =>
        picture(original.image, `Banner of ${original.eventName}`, classes.banner),
    }),
    column.accessor('eventId', { header: 'Event ID' }),
    column.accessor('eventName', { header: 'Event Name' }),
    column.accessor('sequence', { header: 'Sequence', meta: { isNumeric: true } }),
    column.accessor('link', {
      header: 'Link',
      cell: ({ getValue }) => (
        <span className={classes.link}>
          <SafeLink href={getValue()} />
        </span>
      ),
    }),
    column.accessor('isActive', {
      header: 'Active Status',
      cell: ({ getValue }) => <StatusBadge status={getValue() ? 'Active' : 'Inactive'} />,
    }),
    column.accessor('isMaintenance', {
      header: 'Maintenance',
      cell: ({ getValue }) => <StatusBadge status={getValue() ? 'Under Maintenance' : 'Normal'} />,
    }),
    column.display({
      id: 'action',
      header: 'Action',
      meta: { isPinned: true },
      cell: ({ row }) => (
        <RowAction label="Edit Event" icon={IconEdit} onClick={() => edit(row.original)} />
      ),
    }),
  ]);
}

function picture(src: string | null, alt: string, className: string | undefined) {
  return src ? <img src={src} alt={alt} className={className} loading="lazy" /> : '-';
}
