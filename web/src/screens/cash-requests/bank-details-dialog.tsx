import { Modal, Stack } from '@mantine/core';
import type { CashRequest } from '@pitboss/contract/cash-requests';
import { textFromMinor } from '@pitboss/contract/money';
import IconCopy from '@tabler/icons-react/dist/esm/icons/IconCopy.mjs';
import { copyText } from '#src/lib/copy-text.ts';
import { capitalise, formatMoney } from '#src/lib/format.ts';
import { toast } from '#src/lib/toast.ts';
import { FactList } from '#src/ui/fact-list.tsx';
import { RowAction } from '#src/ui/row-action.tsx';
import classes from './bank-details-dialog.module.css';
import { DecideButtons } from './decide-buttons.tsx';

interface Props {
  request: CashRequest;
  opened: boolean;
  onClose: () => void;
}

/** The account that money goes to or came to, each part ready to be copied. */
export function BankDetailsDialog({ request, opened, onClose }: Props) {
  const { bank, user, type, amount, currency } = request;
  const copied: [title: string, shown: string, text?: string][] = [
    ['Bank Name', bank?.bankName ?? ''],
    ['Account Holder', bank?.accountHolderName ?? ''],
    ['Account Number', bank?.accountNumber ?? ''],
    ['IBAN', bank?.IBAN ?? ''],
    ['Amount', `${formatMoney(amount)} ${currency}`, textFromMinor(amount)],
  ];
  return (
    <Modal opened={opened} onClose={onClose} title="Bank Details">
      <Stack gap="sm">
        <FactList
          facts={[
            ...copied.map(([title, shown, text = shown]) => ({
              title,
              value: <Copied title={title} shown={shown} text={text} />,
            })),
            ...(bank?.status ? [{ title: 'Status', value: capitalise(bank.status) }] : []),
            { title: capitalise(type), value: user.username },
          ]}
        />
        <DecideButtons request={request} onClose={onClose} />
      </Stack>
    </Modal>
  );
}

function Copied({ title, shown, text }: { title: string; shown: string; text: string }) {
  return (
    <span className={classes.copied}>
      {shown || '-'}
      <RowAction label={`Copy ${title}`} icon={IconCopy} onClick={() => copy(text)} />
    </span>
  );
}

async function copy(text: string) {
  if (!text) return toast.warning('Nothing to copy.');
  try {
    await copyText(text);
    toast.success('Copied to clipboard!');
  } catch (error) {
    console.error(error);
    toast.error('Failed to copy to clipboard. Please try again.');
  }
}
