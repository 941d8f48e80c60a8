import { Button, Group, Paper, Skeleton, Text, Title } from '@mantine/core';
import { type Session, sessions } from '@pitboss/contract/sessions';
import { useState } from 'react';
import { isNoSuchCall } from '#src/lib/api-error.ts';
import { formatCount } from '#src/lib/format.ts';
import { useRead } from '#src/lib/use-api.ts';
import { LoadFailure } from '#src/ui/load-failure.tsx';
import { useRowDialog } from '#src/ui/use-row-dialog.ts';
import { EndSessionDialog, type EndSessions } from './end-session-dialog.tsx';
import { SessionItem } from './session-item.tsx';
import classes from './sessions-section.module.css';

/** More than these are shown when they are asked for. */
const shownAtFirst = 5;

/** Where the operator is signed in, and the ways to end what should not be. */
export function SessionsSection() {
  const { data, error, refetch } = useRead(sessions.list, {}, { isExtra: true });
  const { subject, opened, show, close } = useRowDialog<EndSessions>();
  const othersCount = data?.filter(({ isCurrent }) => !isCurrent).length ?? 0;
  if (isNoSuchCall(error)) return null;
  return (
    <Paper withBorder p="lg" mt="md" component="section" aria-label="Sessions">
      <Group justify="space-between" mb="sm" gap="sm">
        <Title order={2} size="h4">
          Sessions
        </Title>
        {othersCount > 0 && (
          <Button variant="default" onClick={() => show({ session: undefined })}>
            End all other sessions
          </Button>
        )}
      </Group>
      {data && <SessionList all={data} onEnd={(session) => show({ session })} />}
      {data && othersCount === 0 && (
        <Text size="sm" c="dimmed">
          You are signed in nowhere else.
        </Text>
      )}
      {!data && error && <LoadFailure error={error} onRetry={() => refetch()} />}
      {!data && !error && <Skeleton height={140} />}
      {subject && <EndSessionDialog {...subject} opened={opened} onClose={close} />}
    </Paper>
  );
}

interface ListProps {
  all: Session[];
  onEnd: (session: Session) => void;
}

function SessionList({ all, onEnd }: ListProps) {
  const [isWhole, setWhole] = useState(false);
  // The present one first, then as they came: the newest first.
  const sorted = all.toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent));
  const shown = isWhole ? sorted : sorted.slice(0, shownAtFirst);
  return (
    <>
      <ul className={classes.list}>
        {shown.map((session) => (
          <SessionItem key={String(session._id)} session={session} onEnd={() => onEnd(session)} />
        ))}
      </ul>
      {shown.length < all.length && (
        <Button variant="subtle" size="compact-sm" onClick={() => setWhole(true)}>
          Show all {formatCount(all.length)}
        </Button>
      )}
    </>
  );
}
