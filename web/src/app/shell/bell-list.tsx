import { Anchor, Button, Group, Text, UnstyledButton } from '@mantine/core';
import type { Notification } from '@pitboss/contract/notification';
import { notifications } from '@pitboss/contract/notifications';
import { Link, useNavigate } from '@tanstack/react-router';
import { useRead, useWrite } from '#src/lib/use-api.ts';
import { LoadFailure } from '#src/ui/load-failure.tsx';
import { Moment } from '#src/ui/moment.tsx';
import classes from './bell.module.css';
import { wordsOf } from './notification-words.ts';

const limit = 30;

/** What the operator was called for, newest first; what is pressed is read and leads there. */
export function BellList({ onClose }: { onClose: () => void }) {
  const { data, error, refetch } = useRead(
    notifications.list,
    { body: { limit } },
    { overlay: false, isInline: true },
  );
  const read = useWrite(notifications.read, {
    refreshes: [notifications.list],
    failed: 'The notifications could not be marked. Please try again.',
    say: () => {},
    target: ({ body }) => String(body?.ids ?? 'all'),
  });
  const go = useWay();
  const rows = data?.data ?? [];
  const open = (one: Notification) => {
    if (!one.isRead) read.mutate({ body: { ids: [one._id] } });
    go(one);
    onClose();
  };
  return (
    <>
      <Group justify="space-between" mb="xs" wrap="nowrap">
        <Text component="h2" fw={600}>
          Notifications
        </Text>
        {(data?.unread ?? 0) > 0 && rows[0] && (
          <Button
            size="compact-sm"
            variant="subtle"
            onClick={() => rows[0] && read.mutate({ body: { upTo: rows[0]._id } })}
          >
            Mark all as read
          </Button>
        )}
      </Group>
      {error && !data && <LoadFailure error={error} onRetry={() => refetch()} />}
      {data && rows.length === 0 && (
        <Text c="dimmed" size="sm" py="md">
          Nothing has called for you.
        </Text>
      )}
      <ul className={classes.list}>
        {rows.map((one) => (
          <li key={String(one._id)}>
            <Item one={one} onOpen={() => open(one)} />
          </li>
        ))}
      </ul>
      <Anchor
        component={Link}
        to="/Common/Profile"
        hash="notifications"
        size="sm"
        onClick={onClose}
      >
        Notification settings
      </Anchor>
    </>
  );
}

function Item({ one, onOpen }: { one: Notification; onOpen: () => void }) {
  const { title, text } = wordsOf(one);
  return (
    <UnstyledButton className={classes.item ?? ''} data-unread={!one.isRead} onClick={onOpen}>
      <span className={classes.head}>
        <span className={classes.title}>{title}</span>
        {!one.isRead && <span className={classes.mark}>New</span>}
      </span>
      <span className={classes.text}>{text}</span>
      <span className={classes.at}>
        <Moment at={one.at} />
      </span>
    </UnstyledButton>
  );
}

/** Where one goes from a notification. What is told of the platform leads nowhere in the panel. */
function useWay(): (one: Notification) => void {
  const navigate = useNavigate();
  return ({ kind, facts }) => {
    const userId = facts.userId === undefined ? undefined : String(facts.userId);
    const round = String(facts.round ?? '');
    if (kind === 'request' || kind === 'requestBelow') {
      navigate({ to: '/deposit-withdraw/{-$userId}', params: { userId } });
    } else if (kind === 'bigWin') {
      navigate({ to: '/round-bets/$roundId', params: { roundId: round } });
    } else if (kind === 'round') {
      navigate({ to: '/rounds', search: { round } });
    } else if (kind === 'signIn') {
      navigate({ to: '/Common/Profile' });
    } else if (kind === 'maintenance') {
      navigate({ to: '/dashboard' });
    }
  };
}
