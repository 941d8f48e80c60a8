import type { CashRequest } from '@pitboss/contract/cash-requests';
import { lazy, Suspense } from 'react';
import { capitalise } from '#src/lib/format.ts';
import { BankDetailsDialog } from './bank-details-dialog.tsx';
import { DecideDialog } from './decide-dialog.tsx';
import type { DeskDialog } from './desk.ts';
import { ReceiptDialog } from './receipt-dialog.tsx';

const HistoryDialog = lazy(async () => {
  const { HistoryDialog } = await import('#src/history/history-dialog.tsx');
  return { default: HistoryDialog };
});

interface Props {
  dialog: DeskDialog;
  /** The rows as they are now: a dialog that stays open over a refresh shows what became of it. */
  rows: CashRequest[];
  opened: boolean;
  onClose: () => void;
}

export function CashRequestDialogs({ dialog, rows, opened, onClose }: Props) {
  const { kind } = dialog;
  const request = rows.find(({ _id }) => _id === dialog.request._id) ?? dialog.request;
  const props = { request, onClose };
  const name = `${capitalise(request.type)} request of ${request.user.username}`;
  const about = { id: request._id, name };
  return (
    <>
      <ReceiptDialog opened={opened && kind === 'receipt'} {...props} />
      <BankDetailsDialog opened={opened && kind === 'bank'} {...props} />
      {kind === 'history' && (
        <Suspense>
          <HistoryDialog kind="cashRequest" {...about} opened={opened} onClose={onClose} />
        </Suspense>
      )}
      <DecideDialog decision="success" opened={opened && kind === 'success'} {...props} />
      <DecideDialog decision="failed" opened={opened && kind === 'failed'} {...props} />
    </>
  );
}
