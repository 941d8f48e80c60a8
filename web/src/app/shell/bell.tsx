import { lazy, useEffect } from 'react';
import { setTabCount } from '#src/lib/tab-title.ts';
import { useLiveUnread } from '#src/live/use-live.ts';
import { BellButton } from './bell-button.tsx';
import { WhenLoaded } from './when-loaded.tsx';

const BellPopover = lazy(async () => {
  const { BellPopover } = await import('./bell-popover.tsx');
  return { default: BellPopover };
});

/** Calls the operator; a platform that tells of no notifications has no bell. */
export function Bell() {
  const unread = useLiveUnread();
  useEffect(() => setTabCount(unread ?? 0), [unread]);
  useEffect(() => () => setTabCount(0), []);
  if (unread === undefined) return null;
  return (
    <WhenLoaded button={(onClick) => <BellButton unread={unread} onClick={onClick} />}>
      {(isWanted) => <BellPopover unread={unread} isOpenAtOnce={isWanted} />}
    </WhenLoaded>
  );
}
