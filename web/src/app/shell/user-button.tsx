import { UnstyledButton } from '@mantine/core';
import type { UserDetails } from '@pitboss/contract/auth';
import { useId } from 'react';
import { capitalise } from '#src/lib/format.ts';
import classes from './header.module.css';
import { usePopup } from './use-popup.ts';

const loadMenu = async () => (await import('./user-menu.tsx')).UserMenu;

/** Who is signed in, as the button that the operator's menu hangs from. */
export function UserButton({ operator }: { operator: UserDetails }) {
  const id = useId();
  const { Part: UserMenu, button, popup } = usePopup(loadMenu);
  return (
    <>
      <UnstyledButton
        // As the menu calls the two of them: its button names it.
        id={id}
        aria-controls={popup.opened ? `${id}-dropdown` : undefined}
        aria-haspopup="menu"
        className={classes.user ?? ''}
        {...button}
      >
        <span className={classes.name}>{capitalise(operator.username)}</span>
        <span className={classes.role}>{operator.role.toLowerCase()}</span>
      </UnstyledButton>
      {UserMenu && <UserMenu id={id} {...popup} />}
    </>
  );
}
