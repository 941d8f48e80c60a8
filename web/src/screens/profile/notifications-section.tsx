import { Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import {
  type NotificationKind,
  notificationKinds,
  superKinds,
} from '@pitboss/contract/notification';
import { type NotificationSettings, notifications } from '@pitboss/contract/notifications';
import { isNoSuchCall } from '#src/lib/api-error.ts';
import { useOperator } from '#src/lib/session.ts';
import { useRead, useWrite } from '#src/lib/use-api.ts';
import { LoadFailure } from '#src/ui/load-failure.tsx';
import { Checkbox } from '#src/ui/styled/checkbox.ts';
import { BigWinForm } from './big-win-form.tsx';

const labels: Record<NotificationKind, string> = {
  request: 'Requests of my clients',
  requestBelow: 'Requests of clients of operators below me',
  bigWin: 'Big wins',
  round: 'Rounds that failed or were settled in part',
  signIn: 'Sign-ins to my account from a new browser',
  refused: 'Repeated refused sign-ins',
  maintenance: 'Maintenance that somebody else switched',
  platform: 'What an administrator must act on',
};

/** What the operator is called for. */
export function NotificationsSection() {
  const isSuper = useOperator()?.role === 'SUPER';
  const { data, error, refetch } = useRead(notifications.settings, {}, { isExtra: true });
  const save = useWrite(notifications.set, {
    refreshes: [notifications.settings],
    done: 'Notification settings saved.',
    failed: 'The settings could not be saved. Please try again.',
  });
  if (isNoSuchCall(error)) return null;
  const shown: NotificationSettings | undefined = data && {
    ...data,
    ...(save.isPending ? withoutAbsent(save.variables.body) : {}),
  };
  const turn = (kind: NotificationKind, isOn: boolean) => {
    const others = (data?.muted ?? []).filter((muted) => muted !== kind);
    save.mutate({ body: { muted: isOn ? others : [...others, kind] } });
  };
  return (
    <Paper
      withBorder
      p="lg"
      mt="md"
      component="section"
      id="notifications"
      aria-label="Notification settings"
    >
      <Title order={2} size="h4" mb="sm">
        Notifications
      </Title>
      {shown && (
        <Stack gap="sm">
          <Text c="dimmed" size="sm">
            The bell in the header calls you for what is ticked here.
          </Text>
          {notificationKinds
            .filter((kind) => isSuper || !superKinds.includes(kind))
            .map((kind) => (
              <Checkbox
                key={kind}
                label={labels[kind]}
                checked={!shown.muted.includes(kind)}
                disabled={save.isPending}
                onChange={(event) => turn(kind, event.currentTarget.checked)}
              />
            ))}
          <Checkbox
            label="Play a sound"
            description="While the panel is in view."
            checked={shown.hasSound}
            disabled={save.isPending}
            onChange={(event) => save.mutate({ body: { hasSound: event.currentTarget.checked } })}
          />
          {data && <BigWinForm settings={data} />}
        </Stack>
      )}
      {!data && error && <LoadFailure error={error} onRetry={() => refetch()} />}
      {!data && !error && <Skeleton height={260} />}
    </Paper>
  );
}

/** Only what was sent; the rest stays as it was. */
function withoutAbsent<T extends object>(sent: T | undefined): object {
  const entries = Object.entries(sent ?? {}).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries);
}
