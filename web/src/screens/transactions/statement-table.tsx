import type { Currency } from '@pitboss/contract/money';
import { type StatementRow, transactions } from '@pitboss/contract/transactions';
import { columnsOf } from '#src/data-table/columns.ts';
import { ServerTable } from '#src/data-table/server-table.tsx';
import { momentsOf } from '#src/lib/dates.ts';
import { formatTimestamp } from '#src/lib/format.ts';
import { rangeIn, useUrlState } from '#src/lib/url-state.ts';
import { MoneyText } from '#src/ui/money-text.tsx';

interface Props {
  label: string;
  /** Spec §2: the two statements differ in which of these comes first. */
  firstColumns: 'username date' | 'date username';
  userId?: bigint | undefined;
  currency?: Currency | undefined;
}

const column = columnsOf<StatementRow>();
const id = column.accessor('id', { header: 'Id', cell: ({ getValue }) => String(getValue()) });
const username = column.accessor('username', { header: 'Username' });
const date = column.accessor('createdAt', {
  header: 'Date',
  cell: ({ getValue }) => formatTimestamp(getValue()),
});
const deposit = amount('deposit', 'Deposit');
const withdraw = amount('withdraw', 'Withdraw');
const bankBalance = amount('bankBalance', 'Bank Balance');
const remarks = column.accessor('remarks', {
  header: 'Remarks',
  cell: ({ getValue }) => getValue() || '-',
});
const rest = [deposit, withdraw, bankBalance, remarks] as const;

const columns = {
  'username date': column.columns([id, username, date, ...rest]),
  'date username': column.columns([id, date, username, ...rest]),
};

function amount(key: 'deposit' | 'withdraw' | 'bankBalance', header: string) {
  return column.accessor(key, {
    header,
    meta: { isNumeric: true },
    cell: ({ getValue }) => <MoneyText minor={getValue()} />,
  });
}

/** Wallet entries between the dates in the address, with totals over all of them. */
export function StatementTable({ label, firstColumns, userId, currency }: Props) {
  const [state] = useUrlState();
  return (
    <ServerTable
      endpoint={transactions.listStatement}
      label={label}
      columns={columns[firstColumns]}
      rowKey={(row) => String(row.id)}
      filters={{ ...momentsOf(rangeIn(state)), userId, currency }}
      isOrdered={false}
      totals={(totals) => ({
        deposit: <MoneyText minor={totals.deposit} />,
        withdraw: <MoneyText minor={totals.withdraw} />,
      })}
    />
  );
}
