import { useNavigate } from '@tanstack/react-router';
import { MessagePage } from '#src/ui/message-page.tsx';

export function NotFoundScreen() {
  const navigate = useNavigate();
  return (
    <MessagePage
      title="Page not found"
      action={{ label: 'Go to the dashboard', onClick: () => navigate({ to: '/dashboard' }) }}
    >
      There is no page at this address.
    </MessagePage>
  );
}
