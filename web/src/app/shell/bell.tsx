import { notifications } from '@pitboss/contract/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, useEffect } from 'react';
import { call } from '#src/lib/api.ts';
import { setTabCount } from '#src/lib/tab-title.ts';
import { readKey } from '#src/lib/use-api.ts';
import { useLiveUnread, useNotified } from '#src/live/use-live.ts';
import { BellButton } from './bell-button.tsx';
import { WhenLoaded } from './when-loaded.tsx';

const BellPopover = lazy(async () => {
  const { BellPopover } = await import('./bell-popover.tsx');
  return { default: BellPopover };
});

/** Calls the operator; a platform that tells of no notifications has no bell. */
export function Bell() {
  const client = useQueryClient();
  const unread = useLiveUnread();
  useEffect(() => {
    setTabCount(unread ?? 0);
    client.invalidateQueries({ queryKey: [notifications.list.name] });
  }, [unread, client]);
  useEffect(() => () => setTabCount(0), []);
  useNotified(async () => {
    client.invalidateQueries({ queryKey: [notifications.list.name] });
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
  if (unread === undefined) return null;
  return (
    <WhenLoaded button={(onClick) => <BellButton unread={unread} onClick={onClick} />}>
      {(isWanted) => <BellPopover unread={unread} isOpenAtOnce={isWanted} />}
    </WhenLoaded>
  );
}
