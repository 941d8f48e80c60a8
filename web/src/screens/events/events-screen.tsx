import IconPlus from 'tabler:plus';
import { Button, Paper, Text } from '@mantine/core';
import { events, type Event as GameEvent } from '@pitboss/contract/events';
import { useMemo } from 'react';
import { LocalTable } from '#src/data-table/local-table.tsx';
import { useOperator } from '#src/lib/session.ts';
import { useRead } from '#src/lib/use-api.ts';
import { PageHeader } from '#src/ui/page-header.tsx';
import { useRowDialog } from '#src/ui/use-row-dialog.ts';
import { eventColumns } from './event-columns.tsx';
import { EventDialog } from './event-dialog.tsx';

/** Events are SUPER's; whoever else comes by the address is told so. */
export function EventsScreen() {
  if (useOperator()?.role === 'SUPER') return <EventList />;
  return (
    <>
      <PageHeader title="Event" />
      <Paper withBorder p="md">
        <Text>Only SUPER may see and change the events.</Text>
      </Paper>
    </>
  );
}

function EventList() {
  const read = useRead(events.list, {}, { isInline: true });
  const { subject, opened, show, close } = useRowDialog<{ event?: GameEvent }>();
  const columns = useMemo(() => eventColumns((event) => show({ event })), [show]);
  return (
    <>
      <PageHeader title="Event">
        <Button leftSection={<IconPlus size={18} />} onClick={() => show({})}>
          Add Event
        </Button>
      </PageHeader>
      <LocalTable
        label="Event"
        columns={columns}
        read={read}
        rowKey={(event) => String(event._id)}
        searchedIn={({ eventId, eventName, link }) => [eventId, eventName, link]}
      />
      {subject && <EventDialog event={subject.event} opened={opened} onClose={close} />}
    </>
  );
}
