import IconArrowBackUp from 'tabler:arrow-back-up';
import IconEdit from 'tabler:edit';
import IconTrash from 'tabler:trash';
import { Group } from '@mantine/core';
import { type Bank, banks } from '@pitboss/contract/banks';
import type { ReactNode } from 'react';
import { listColumns } from '#src/data-table/list-columns.ts';
import { capitalise, formatCount } from '#src/lib/format.ts';
import { GroupedNumber } from '#src/ui/grouped-number.tsx';
import { MoneyText } from '#src/ui/money-text.tsx';
import { RowAction } from '#src/ui/row-action.tsx';
import { StatusBadge } from '#src/ui/status-badge.tsx';
import classes from './banks.module.css';

export interface BankDialogSubject {
  kind: 'form' | 'delete';
  /** Missing where one is to be added. */
  bank?: Bank;
}

export function bankColumns(show: (subject: BankDialogSubject) => void) {
  return listColumns(banks.list, {
    _id: { header: 'Id', cell: ({ _id }) => String(_id) },
    IBAN: { header: 'IBAN', cell: ({ IBAN }) => longNumber(<GroupedNumber number={IBAN} />) },
    accountHolderName: { header: 'Account Holder', card: 'line' },
    accountNumber: {
      header: 'Account Number',
      cell: ({ accountNumber }) => longNumber(accountNumber),
    },
    bankName: { header: 'Bank Name', card: 'title' },
    isDeleted: {
      header: 'Is Deleted',
      cell: ({ isDeleted }) => (isDeleted ? 'Yes' : 'No'),
    },
    limits: {
      header: 'Limits',
      card: 'figure',
      isNumeric: true,
      cell: ({ limits }) => numberOr(limits, formatCount),
    },
    maxAmount: {
      header: 'Max Amount',
      card: 'figure',
      isNumeric: true,
      cell: ({ maxAmount }) => numberOr(maxAmount, (minor) => <MoneyText minor={minor} />),
    },
    status: {
      header: 'Status',
      card: 'status',
      cell: ({ status }) => <StatusBadge status={capitalise(status)} />,
    },
    actions: {
      header: 'Actions',
      isPinned: true,
      cell: (bank) => <BankActions bank={bank} show={show} />,
    },
  });
}

function longNumber(number: ReactNode) {
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
