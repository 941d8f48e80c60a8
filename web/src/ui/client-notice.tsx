import { Anchor } from '@mantine/core';
import { users } from '@pitboss/contract/users';
import type { ReactNode } from 'react';
import { useRead } from '#src/lib/use-api.ts';

interface Props {
  userId: bigint;
  /** What the rows below are: bets, requests. */
  rows: string;
  /** The link to everybody's. */
  renderAll: (props: Record<string, unknown>) => ReactNode;
}

/** Whose rows a list is narrowed to, and the way back to everybody's. */
export function ClientNotice({ userId, rows, renderAll }: Props) {
  const options = { failed: null, overlay: false };
  const { data } = useRead(users.profile, { body: { userId } }, options);
  return (
    <p>
      Only {rows} of <strong>{data?.username ?? `user ${userId}`}</strong>.{' '}
      <Anchor underline="always" renderRoot={renderAll}>
        Show all
      </Anchor>
    </p>
  );
}
