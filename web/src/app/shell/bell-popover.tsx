import { Popover } from '@mantine/core';
import { notifications } from '@pitboss/contract/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { call } from '#src/lib/api.ts';
import { readKey } from '#src/lib/use-api.ts';
import { useNotified } from '#src/live/use-live.ts';
import classes from './bell.module.css';
import { BellButton } from './bell-button.tsx';

const BellList = lazy(async () => {
  const { BellList } = await import('./bell-list.tsx');
  return { default: BellList };
});

/** The bell with what it opens. */
export function BellPopover({ unread, isOpenAtOnce }: { unread: number; isOpenAtOnce: boolean }) {
  const [opened, setOpened] = useState(isOpenAtOnce);
  const close = () => setOpened(false);
  useHearing(unread);
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      shadow="md"
      width="min(380px, calc(100vw - 16px))"
      trapFocus
      returnFocus
      // The button's name tells how many are unread, which is no name for the list.
      withRoles={false}
      // In a portal it would stand outside of every landmark.
      withinPortal={false}
    >
      <Popover.Target>
        <BellButton unread={unread} aria-expanded={opened} onClick={() => setOpened(!opened)} />
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label="Notifications" className={classes.dropdown ?? ''}>
        {opened && (
          <Suspense>
            <BellList onClose={close} />
          </Suspense>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

/** What is heard of stands in the list too, and sounds where the operator wants it to. */
function useHearing(unread: number): void {
  const client = useQueryClient();
  const queryKey = [notifications.list.name];
  // biome-ignore lint/correctness/useExhaustiveDependencies: the count is what has changed.
  useEffect(() => {
    client.invalidateQueries({ queryKey });
  }, [unread, client]);
  useNotified(async () => {
    client.invalidateQueries({ queryKey });
    const settings = await client
      .fetchQuery({
        queryKey: readKey(notifications.settings, {}),
        queryFn: async () => (await call(notifications.settings, {}, { background: true })).data,
        staleTime: 60_000,
        meta: { failed: null },
      })
      .catch(() => undefined);
    if (!settings?.hasSound) return;
    const { chime } = await import('./chime.ts');
    chime();
  });
}
