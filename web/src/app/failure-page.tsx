import type { ErrorComponentProps } from '@tanstack/react-router';
import { useEffect } from 'react';
import { MessagePage } from '#src/ui/message-page.tsx';

/** What a screen that broke is replaced by; after an update of the panel a reload mends it. */
export function FailurePage({ error }: ErrorComponentProps) {
  useEffect(() => console.error(error), [error]);
  return (
    <MessagePage
      title="Something went wrong"
      action={{ label: 'Reload', onClick: () => window.location.reload() }}
    >
      This page could not be shown. Reloading it usually helps.
    </MessagePage>
  );
}
