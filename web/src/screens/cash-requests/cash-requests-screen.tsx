import { Anchor } from '@mantine/core';
import { users } from '@pitboss/contract/users';
import { Link } from '@tanstack/react-router';
import { useIdParam } from '#src/lib/url-state.ts';
import { useRead } from '#src/lib/use-api.ts';
import { CashDesk } from './cash-desk.tsx';

export function CashRequestsScreen() {
  const userId = useIdParam('userId');
  // Requests of one client must not stand under another, not even while the next ones load.
  return (
    <CashDesk key={String(userId)} userId={userId}>
      {userId !== undefined && <Client userId={userId} />}
    </CashDesk>
  );
}

/** Whose requests these are, and the way back to everybody's. */
function Client({ userId }: { userId: bigint }) {
  const options = { failed: null, overlay: false };
  const { data } = useRead(users.profile, { body: { userId } }, options);
  return (
    <p>
      Only requests of <strong>{data?.username ?? `user ${userId}`}</strong>.{' '}
      <Anchor
        underline="always"
        renderRoot={(props) => (
          <Link
            to="/deposit-withdraw/{-$userId}"
            // Left out, the id would stay what it is here.
            params={{ userId: undefined }}
            activeOptions={{ exact: true }}
            {...props}
          />
        )}
      >
        Show all
      </Anchor>
    </p>
  );
}
