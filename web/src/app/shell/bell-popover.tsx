import { Popover } from '@mantine/core';
import { useState } from 'react';
import classes from './bell.module.css';
import { BellButton } from './bell-button.tsx';
import { BellList } from './bell-list.tsx';

/** The bell with what it opens. */
export function BellPopover({ unread, isOpenAtOnce }: { unread: number; isOpenAtOnce: boolean }) {
  const [opened, setOpened] = useState(isOpenAtOnce);
  const close = () => setOpened(false);
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
        {opened && <BellList onClose={close} />}
      </Popover.Dropdown>
    </Popover>
  );
}
