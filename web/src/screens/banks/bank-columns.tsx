import { Group } from '@mantine/core';
import type { Bank } from '@pitboss/contract/banks';
import IconArrowBackUp from '@tabler/icons-react/dist/esm/icons/IconArrowBackUp.mjs';
import IconEdit from '@tabler/icons-react/dist/esm/icons/IconEdit.mjs';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import type { Columns } from '#src/data-table/columns.ts';
import { capitalise, formatCount } from '#src/lib/format.ts';
import { MoneyText } from '#src/ui/money-text.tsx';
import { RowAction } from '#src/ui/row-action.tsx';
import { StatusBadge } from '#src/ui/status-badge.tsx';
import classes from './banks.module.css';

export interface BankDialogSubject {
  kind: 'form' | 'delete';
  /** Missing where one is to be added. */
  bank?: Bank;
}

export function bankColumns(show: (subject: BankDialogSubject) => void): Columns<Bank> {
  return [
    { id: '_id', header: 'Id', cell: ({ _id }) => String(_id) },
    { id: 'IBAN', header: 'IBAN', cell: ({ IBAN }) => longNumber(IBAN) },
    { id: 'accountHolderName', header: 'Account Holder', card: 'line' },
    {
      id: 'accountNumber',
      header: 'Account Number',
      cell: ({ accountNumber }) => longNumber(accountNumber),
    },
    { id: 'bankName', header: 'Bank Name', card: 'title' },
    {
      id: 'isDeleted',
      header: 'Is Deleted',
      cell: ({ isDeleted }) => (isDeleted ? 'Yes' : 'No'),
    },
    {
      id: 'limits',
      header: 'Limits',
      card: 'figure',
      isNumeric: true,
      cell: ({ limits }) => numberOr(limits, formatCount),
    },
    {
      id: 'maxAmount',
      header: 'Max Amount',
      card: 'figure',
      isNumeric: true,
      cell: ({ maxAmount }) => numberOr(maxAmount, (minor) => <MoneyText minor={minor} />),
    },
    {
      id: 'status',
      header: 'Status',
      card: 'status',
      cell: ({ status }) => <StatusBadge status={capitalise(status)} />,
    },
    {
      id: 'actions',
      header: 'Actions',
      isPinned: true,
      cell: (bank) => <BankActions bank={bank} show={show} />,
    },
  ];
}

function longNumber(number: string) {
  return <span className={classes.number}>{number}</span>;
}

/** A limit that is not set is a dash. */
function numberOr<Value, Shown>(
  value: Value | null | undefined,
  shown: (value: Value) => Shown,
): Shown | '-' {
  return value == null ? '-' : shown(value);
}

interface ActionsProps {
  bank: Bank;
  show: (subject: BankDialogSubject) => void;
}

function BankActions({ bank, show }: ActionsProps) {
  return (
    <Group gap={0} wrap="nowrap">
      <RowAction label="Edit Bank" icon={IconEdit} onClick={() => show({ kind: 'form', bank })} />
      {bank.isDeleted ? (
        <RowAction
          label="Restore Bank"
          icon={IconArrowBackUp}
          onClick={() => show({ kind: 'delete', bank })}
        />
      ) : (
        <RowAction
          label="Delete Bank"
          icon={IconTrash}
          tone="negative"
          onClick={() => show({ kind: 'delete', bank })}
        />
      )}
    </Group>
  );
}
