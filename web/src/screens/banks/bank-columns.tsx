import { Group } from '@mantine/core';
import type { Bank } from '@pitboss/contract/banks';
import IconArrowBackUp from '@tabler/icons-react/dist/esm/icons/IconArrowBackUp.mjs';
import IconEdit from '@tabler/icons-react/dist/esm/icons/IconEdit.mjs';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import { columnsOf } from '#src/data-table/columns.ts';
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

const column = columnsOf<Bank>();

export function bankColumns(show: (subject: BankDialogSubject) => void) {
  return column.columns([
    column.accessor('_id', { header: 'Id', cell: ({ getValue }) => String(getValue()) }),
    column.accessor('IBAN', { header: 'IBAN', cell: longNumber }),
    column.accessor('accountHolderName', { header: 'Account Holder' }),
    column.accessor('accountNumber', { header: 'Account Number', cell: longNumber }),
    column.accessor('bankName', { header: 'Bank Name' }),
    column.accessor('isDeleted', {
      header: 'Is Deleted',
      cell: ({ getValue }) => (getValue() ? 'Yes' : 'No'),
    }),
    column.accessor('limits', {
      header: 'Limits',
      meta: { isNumeric: true },
      cell: ({ getValue }) => numberOr(getValue(), formatCount),
    }),
    column.accessor('maxAmount', {
      header: 'Max Amount',
      meta: { isNumeric: true },
      cell: ({ getValue }) => numberOr(getValue(), (minor) => <MoneyText minor={minor} />),
    }),
    column.accessor('status', {
      header: 'Status',
      cell: ({ getValue }) => <StatusBadge status={capitalise(getValue())} />,
    }),
    column.display({
      id: 'actions',
      header: 'Actions',
      meta: { isPinned: true },
      cell: ({ row }) => <BankActions bank={row.original} show={show} />,
    }),
  ]);
}

function longNumber({ getValue }: { getValue: () => string }) {
  return <span className={classes.number}>{getValue()}</span>;
}

/** A limit that is not set is a dash. */
function numberOr<Value, Shown>(value: Value | null, shown: (value: Value) => Shown): Shown | '-' {
  return value === null ? '-' : shown(value);
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
          color="var(--negative)"
          onClick={() => show({ kind: 'delete', bank })}
        />
      )}
    </Group>
  );
}
