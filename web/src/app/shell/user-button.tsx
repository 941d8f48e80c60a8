import { UnstyledButton, type UnstyledButtonProps } from '@mantine/core';
import type { UserDetails } from '@pitboss/contract/auth';
import type { ComponentPropsWithRef } from 'react';
import { capitalise } from '#src/lib/format.ts';
import classes from './header.module.css';

interface Props extends UnstyledButtonProps, Omit<ComponentPropsWithRef<'button'>, 'style'> {
  operator: UserDetails;
}

/** Who is signed in, as the button that the operator's menu hangs from. */
export function UserButton({ operator, ...props }: Props) {
  return (
    <UnstyledButton aria-haspopup="menu" {...props} className={classes.user ?? ''}>
      <span className={classes.name}>{capitalise(operator.username)}</span>
      <span className={classes.role}>{operator.role.toLowerCase()}</span>
    </UnstyledButton>
  );
}
