import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { setTabCount } from '#src/lib/tab-title.ts';
import { useLiveUnread, useNotified } from '#src/live/use-live.ts';
import { BellButton } from './bell-button.tsx';
import { usePopup } from './use-popup.ts';

const loadPopover = async () => (await import('./bell-popover.tsx')).BellPopover;

/** Calls the operator; a platform that tells of no notifications has no bell. */
export function Bell() {
  const unread = useLiveUnread();
  const client = useQueryClient();
  const { Part: BellPopover, button, popup } = usePopup(loadPopover);
  useEffect(() => setTabCount(unread ?? 0), [unread]);
  useEffect(() => () => setTabCount(0), []);
  useNotified(() => {
    import('./bell-hearing.ts')
      .then(({ hear }) => hear(client))
      .catch((error: unknown) => console.error('bell', error));
  });
  if (unread === undefined) return null;
  return (
    <>
      <BellButton unread={unread} {...button} />
      {BellPopover && <BellPopover unread={unread} {...popup} />}
    </>
  );
}
