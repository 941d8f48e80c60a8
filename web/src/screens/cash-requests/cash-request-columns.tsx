import { Anchor, Button } from '@mantine/core';
import type { CashRequest } from '@pitboss/contract/cash-requests';
import IconArrowDownLeft from '@tabler/icons-react/dist/esm/icons/IconArrowDownLeft.mjs';
import IconArrowUpRight from '@tabler/icons-react/dist/esm/icons/IconArrowUpRight.mjs';
import IconPhoto from '@tabler/icons-react/dist/esm/icons/IconPhoto.mjs';
import { Link } from '@tanstack/react-router';
import { columnsOf } from '#src/data-table/columns.ts';
import { capitalise, formatTimestamp } from '#src/lib/format.ts';
import { MoneyText } from '#src/ui/money-text.tsx';
import { CashRequestActions } from './cash-request-actions.tsx';
import classes from './cash-requests.module.css';
import { useDesk } from './desk.ts';
import { RequestStatus } from './request-status.tsx';

const column = columnsOf<CashRequest>();

export const cashRequestColumns = column.columns([
  column.accessor('_id', { header: 'Id', cell: ({ getValue }) => String(getValue()) }),
  column.accessor('createdAt', {
    header: 'Date',
    cell: ({ row }) => <FiledAt request={row.original} />,
  }),
  column.accessor('user.username', {
    id: 'username',
    header: 'Username',
    cell: ({ row }) => <Username request={row.original} />,
  }),
  column.accessor('amount', {
    header: 'Amount',
    meta: { isNumeric: true },
    cell: ({ row: { original } }) => (
      <span className={classes.amount}>
        <MoneyText minor={original.amount} /> <small>{original.currency}</small>
      </span>
    ),
  }),
  column.accessor('type', {
    header: 'Type',
    cell: ({ getValue }) => <RequestType type={getValue()} />,
  }),
  column.accessor('receiptUrl', {
    header: 'Receipt',
    enableSorting: false,
    cell: ({ row }) => <ReceiptButton request={row.original} />,
  }),
  column.accessor('status', {
    header: 'Status',
    cell: ({ row }) => <RequestStatus request={row.original} />,
  }),
  column.display({
    id: 'actions',
    header: 'Actions',
    meta: { isPinned: true },
    cell: ({ row }) => <CashRequestActions request={row.original} />,
  }),
]);

function FiledAt({ request }: { request: CashRequest }) {
  const { isNew } = useDesk();
  return (
    <span className={classes.filedAt}>
      {formatTimestamp(request.createdAt)}
      {isNew(request) && <span className={classes.new}>New</span>}
    </span>
  );
}

/** Leads to everything that this client has asked for. */
function Username({ request: { user } }: { request: CashRequest }) {
  const params = { userId: String(user._id) };
  return (
    <Anchor
      inherit
      renderRoot={(props) => <Link to="/deposit-withdraw/{-$userId}" params={params} {...props} />}
    >
      {user.username}
    </Anchor>
  );
}

function RequestType({ type }: Pick<CashRequest, 'type'>) {
  const Icon = type === 'deposit' ? IconArrowDownLeft : IconArrowUpRight;
  return (
    <span className={classes.type}>
      <Icon size={16} aria-hidden />
      {capitalise(type)}
    </span>
  );
}

function ReceiptButton({ request }: { request: CashRequest }) {
  const { show } = useDesk();
  if (request.type !== 'deposit') return '-';
  return (
    <Button
      size="compact-sm"
      variant="default"
      leftSection={<IconPhoto size={16} aria-hidden />}
      onClick={() => show({ kind: 'receipt', request })}
    >
      Receipt
    </Button>
  );
}
