import { Link } from '@tanstack/react-router';
import { useIdParam } from '#src/lib/url-state.ts';
import { ClientNotice } from '#src/ui/client-notice.tsx';
import { CashDesk } from './cash-desk.tsx';

export function CashRequestsScreen() {
  const userId = useIdParam('userId');
  // Requests of one client must not stand under another, not even while the next ones load.
  return (
    <CashDesk key={String(userId)} userId={userId}>
      {userId !== undefined && (
        <ClientNotice
          userId={userId}
          rows="requests"
          renderAll={(props) => (
            <Link
              to="/deposit-withdraw/{-$userId}"
              // Left out, the id would stay what it is here.
              params={{ userId: undefined }}
              activeOptions={{ exact: true }}
              {...props}
            />
          )}
        />
      )}
    </CashDesk>
  );
}
