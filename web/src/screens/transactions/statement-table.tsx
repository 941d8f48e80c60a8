import type { Currency, Minor } from '@pitboss/contract/money';
import { type StatementRow, transactions } from '@pitboss/contract/transactions';
import type { Column, Columns } from '#src/data-table/columns.ts';
import { ServerTable } from '#src/data-table/server-table.tsx';
import { momentsOf } from '#src/lib/dates.ts';
import { capitalise } from '#src/lib/format.ts';
import { rangeIn, useUrlState } from '#src/lib/url-state.ts';
import { AmountIn } from '#src/ui/amount-in.tsx';
import { Moment } from '#src/ui/moment.tsx';
import { MoneyText } from '#src/ui/money-text.tsx';
import { kindIn } from './cash-only.tsx';
import classes from './statement-table.module.css';

interface Props {
  label: string;
  /** Spec §2: the two statements differ in which of these comes first. */
  firstColumns: 'username date' | 'date username';
  userId?: bigint | undefined;
  currency?: Currency | undefined;
}

type StatementColumn = Column<StatementRow>;

const id: StatementColumn = { id: 'id', header: 'Id', cell: ({ id }) => String(id) };
const username: StatementColumn = { id: 'username', header: 'Username', card: 'title' };
const date: StatementColumn = {
  id: 'createdAt',
  header: 'Date',
  card: 'line',
  cell: ({ createdAt }) => <Moment at={createdAt} />,
};
const deposit = moved('deposit', 'Deposit');
const withdraw = moved('withdraw', 'Withdraw');
const bankBalance = amount('bankBalance', 'Bank Balance');
const remarks: StatementColumn = {
  id: 'remarks',
  header: 'Remarks',
  card: 'line',
  cell: (row) => <Remarks row={row} />,
};
const rest = [deposit, withdraw, bankBalance, remarks];

const columns: Record<Props['firstColumns'], Columns<StatementRow>> = {
  'username date': [id, username, date, ...rest],
  'date username': [id, date, username, ...rest],
};

function amount(id: 'deposit' | 'withdraw' | 'bankBalance', header: string): StatementColumn {
  return {
    id,
    header,
    isNumeric: true,
    card: 'figure',
    cell: (row) => <MoneyText minor={row[id]} />,
  };
}

/** On a card the one of the two that was moved, with its sign. */
function moved(id: 'deposit' | 'withdraw', header: string): StatementColumn {
  const sign = id === 'deposit' ? 1n : -1n;
  return {
    ...amount(id, header),
    cell: (row) => <Moved minor={row[id] * sign} />,
    cardCell: ({ currency, ...row }) =>
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
