import { MessagePage } from '#src/ui/message-page.tsx';

export function NotAvailableScreen() {
  return (
    <MessagePage title="Not available in this release">
      This part of the panel is not built yet. It will come with a later release.
    </MessagePage>
  );
}
