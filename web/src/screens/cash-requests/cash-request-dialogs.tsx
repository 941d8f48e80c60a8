import type { CashRequest } from '@pitboss/contract/cash-requests';
import { BankDetailsDialog } from './bank-details-dialog.tsx';
import { DecideDialog } from './decide-dialog.tsx';
import type { DeskDialog } from './desk.ts';
import { ReceiptDialog } from './receipt-dialog.tsx';

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
  return (
    <>
      <ReceiptDialog opened={opened && kind === 'receipt'} {...props} />
      <BankDetailsDialog opened={opened && kind === 'bank'} {...props} />
      <DecideDialog decision="success" opened={opened && kind === 'success'} {...props} />
      <DecideDialog decision="failed" opened={opened && kind === 'failed'} {...props} />
    </>
  );
}
