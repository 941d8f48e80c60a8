import IconEdit from 'tabler:edit';
import type { Event as GameEvent } from '@pitboss/contract/events';
import type { Columns } from '#src/data-table/columns.ts';
import { RowAction } from '#src/ui/row-action.tsx';
import { SafeLink } from '#src/ui/safe-link.tsx';
import { StatusBadge } from '#src/ui/status-badge.tsx';
import classes from './events.module.css';

export function eventColumns(edit: (event: GameEvent) => void): Columns<GameEvent> {
  return [
    {
      id: 'icon',
      header: 'Icon',
      card: 'line',
      cell: (event) => picture(event.icon, `Icon of ${event.eventName}`, classes.icon),
    },
    {
      id: 'image',
      header: 'Banner',
      cell: (event) => picture(event.image, `Banner of ${event.eventName}`, classes.banner),
    },
    { id: 'eventId', header: 'Event ID', card: 'line' },
    { id: 'eventName', header: 'Event Name', card: 'title' },
    { id: 'sequence', header: 'Sequence', isNumeric: true },
    {
      id: 'link',
      header: 'Link',
      cell: ({ link }) => (
        <span className={classes.link}>
          <SafeLink href={link} />
        </span>
      ),
    },
    {
      id: 'isActive',
      header: 'Active Status',
      card: 'status',
      cell: ({ isActive }) => <StatusBadge status={isActive ? 'Active' : 'Inactive'} />,
    },
    {
      id: 'isMaintenance',
      header: 'Maintenance',
      cell: ({ isMaintenance }) => (
        <StatusBadge status={isMaintenance ? 'Under Maintenance' : 'Normal'} />
      ),
    },
    {
      id: 'action',
      header: 'Action',
      isPinned: true,
      cell: (event) => <RowAction label="Edit Event" icon={IconEdit} onClick={() => edit(event)} />,
    },
  ];
}

function picture(src: string | null | undefined, alt: string, className: string | undefined) {
  return src ? <img src={src} alt={alt} className={className} loading="lazy" /> : '-';
}
