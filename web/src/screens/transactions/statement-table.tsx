import type { ColumnOf } from '@pitboss/contract/columns';
import type { Currency, Minor } from '@pitboss/contract/money';
import { type StatementRow, transactions } from '@pitboss/contract/transactions';
import { listColumns } from '#src/data-table/list-columns.ts';
import { ServerTable } from '#src/data-table/server-table.tsx';
import { momentsOf } from '#src/lib/dates.ts';
import { capitalise } from '#src/lib/format.ts';
import { rangeIn, useUrlState } from '#src/lib/url-state.ts';
import { AmountIn } from '#src/ui/amount-in.tsx';
import { ClientName } from '#src/ui/client-name.tsx';
import { Moment } from '#src/ui/moment.tsx';
import { MoneyText } from '#src/ui/money-text.tsx';
import { kindIn } from './cash-only.tsx';
import classes from './statement-table.module.css';

interface Props {
  label: string;
  /** The two statements differ in which of these comes first. */
  firstColumns: keyof typeof columns;
  userId?: bigint | undefined;
  currency?: Currency | undefined;
}

type Name = ColumnOf<typeof transactions.listStatement>;

function columnsWith(first: Name[]) {
  return listColumns(
    transactions.listStatement,
    {
      id: { header: 'Id', cell: ({ id }) => String(id) },
      username: {
        header: 'Username',
        card: 'title',
        cell: ({ userId, username }) => <ClientName id={userId} name={username} tab="statement" />,
      },
      createdAt: {
        header: 'Date',
        card: 'line',
        cell: ({ createdAt }) => <Moment at={createdAt} />,
      },
      deposit: moved('deposit', 'Deposit'),
      withdraw: moved('withdraw', 'Withdraw'),
      bankBalance: amount('bankBalance', 'Bank Balance'),
      remarks: { header: 'Remarks', card: 'line', cell: (row) => <Remarks row={row} /> },
    },
    first,
  );
}

const columns = {
  'username date': columnsWith([]),
  'date username': columnsWith(['id', 'createdAt']),
};

function amount(id: 'deposit' | 'withdraw' | 'bankBalance', header: string) {
  return {
    header,
    isNumeric: true,
    card: 'figure' as const,
    cell: (row: StatementRow) => <MoneyText minor={row[id]} />,
  };
}

/** On a card the one of the two that was moved, with its sign. */
function moved(id: 'deposit' | 'withdraw', header: string) {
  const sign = id === 'deposit' ? 1n : -1n;
  return {
    ...amount(id, header),
    cell: (row: StatementRow) => <Moved minor={row[id] * sign} />,
    cardCell: ({ currency, ...row }: StatementRow) =>
      row[id] === 0n ? null : <AmountIn minor={row[id] * sign} currency={currency} signed />,
  };
}

/** With its sign, and without a colour where nothing was moved. */
function Moved({ minor }: { minor: Minor }) {
  return <MoneyText minor={minor} signed={minor !== 0n} />;
}

/** What kind of entry it is, and what was remarked on it. */
function Remarks({ row: { kind, remarks } }: { row: StatementRow }) {
  const words = remarks || '-';
  if (!kind) return words;
  return (
    <>
      <span className={classes.kind}>{capitalise(kind)}</span> <span>{words}</span>
    </>
  );
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
      filters={{ ...momentsOf(rangeIn(state)), userId, currency, kind: kindIn(state) }}
      isOrdered={false}
      totals={(totals) => ({
        deposit: <Moved minor={totals.deposit} />,
        withdraw: <Moved minor={-totals.withdraw} />,
      })}
    />
  );
}
