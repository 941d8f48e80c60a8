import { Stack } from '@mantine/core';
import type { CashRequest } from '@pitboss/contract/cash-requests';
import { textFromMinor } from '@pitboss/contract/money';
import { capitalise, formatAmount } from '#src/lib/format.ts';
import { CopiedText } from '#src/ui/copied-text.tsx';
import { FactList } from '#src/ui/fact-list.tsx';
import { Modal } from '#src/ui/modal.tsx';
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
    ['Amount', formatAmount(amount, currency), textFromMinor(amount)],
  ];
  return (
    <Modal opened={opened} onClose={onClose} title="Bank Details">
      <Stack gap="sm">
        <FactList
          facts={[
            ...copied.map(([title, shown, text]) => ({
              title,
              value: <CopiedText title={title} shown={shown} text={text} />,
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
