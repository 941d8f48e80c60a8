import { Anchor } from '@mantine/core';
import { users } from '@pitboss/contract/users';
import type { ReactNode } from 'react';
import { useRead } from '#src/lib/use-api.ts';
import { ClientName } from './client-name.tsx';
import { useIsTab } from './tab.ts';

interface Props {
  userId: bigint;
  /** What the rows below are: bets, requests. */
  rows: string;
  /** The link to everybody's. */
  renderAll: (props: Record<string, unknown>) => ReactNode;
}

/** Whose rows a list is narrowed to, and the way back to everybody's. */
export function ClientNotice({ userId, rows, renderAll }: Props) {
  const isTab = useIsTab();
  const options = { failed: null, overlay: false, enabled: !isTab };
  const { data } = useRead(users.profile, { body: { userId } }, options);
  if (isTab) return null;
  return (
    <p>
      Only {rows} of{' '}
      <strong>
        <ClientName id={userId} name={data?.username ?? `user ${userId}`} />
      </strong>
      .{' '}
      <Anchor underline="always" renderRoot={renderAll}>
        Show all
      </Anchor>
    </p>
  );
}
