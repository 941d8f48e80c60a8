import IconBell from 'tabler:bell';
import { UnstyledButton, type UnstyledButtonProps } from '@mantine/core';
import type { ComponentPropsWithRef } from 'react';
import classes from './bell.module.css';

interface Props extends UnstyledButtonProps, Omit<ComponentPropsWithRef<'button'>, 'style'> {
  unread: number;
}

/** How many notifications wait to be read, as the button that they hang from. */
export function BellButton({ unread, ...props }: Props) {
  const many = unread > 99 ? '99+' : String(unread);
  return (
    <UnstyledButton
      aria-haspopup="dialog"
      {...props}
      className={classes.bell ?? ''}
      aria-label={unread > 0 ? `Notifications, ${many} unread` : 'Notifications'}
    >
      <IconBell size={20} />
      {unread > 0 && (
        <span className={classes.count} aria-hidden>
          {many}
        </span>
      )}
    </UnstyledButton>
  );
}
