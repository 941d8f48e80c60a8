import { notifications } from '@pitboss/contract/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { refresh } from '#src/lib/refresh.ts';
import { StandIn } from '#src/ui/stand-in.tsx';
import { Popover } from '#src/ui/styled/popover.ts';
import classes from './bell.module.css';
import { BellList } from './bell-list.tsx';
import type { Popup } from './use-popup.ts';

interface Props extends Popup {
  unread: number;
}

/** What the bell opens. */
export function BellPopover({ unread, target, opened, onChange }: Props) {
  const client = useQueryClient();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the count is what has changed.
  useEffect(() => {
    refresh(client, notifications.list.name);
  }, [unread, client]);
  return (
    <Popover
      opened={opened}
      onChange={onChange}
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
        <StandIn target={target} />
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label="Notifications" className={classes.dropdown ?? ''}>
        {opened && <BellList onClose={() => onChange(false)} />}
      </Popover.Dropdown>
    </Popover>
  );
}
