import { Anchor, Button } from '@mantine/core';
import type { CashRequest } from '@pitboss/contract/cash-requests';
import IconArrowDownLeft from '@tabler/icons-react/dist/esm/icons/IconArrowDownLeft.mjs';
import IconArrowUpRight from '@tabler/icons-react/dist/esm/icons/IconArrowUpRight.mjs';
import IconPhoto from '@tabler/icons-react/dist/esm/icons/IconPhoto.mjs';
import { Link } from '@tanstack/react-router';
import type { Columns } from '#src/data-table/columns.ts';
import { capitalise, formatTimestamp } from '#src/lib/format.ts';
import { MoneyText } from '#src/ui/money-text.tsx';
import { CashRequestActions } from './cash-request-actions.tsx';
import classes from './cash-requests.module.css';
import { useDesk } from './desk.ts';
import { RequestStatus } from './request-status.tsx';

export const cashRequestColumns: Columns<CashRequest> = [
  { id: '_id', header: 'Id', cell: ({ _id }) => String(_id) },
  {
    id: 'createdAt',
    header: 'Date',
    cell: (request) => <FiledAt request={request} />,
  },
  {
    id: 'username',
    header: 'Username',
    cell: (request) => <Username request={request} />,
  },
  {
    id: 'amount',
    header: 'Amount',
    isNumeric: true,
    cell: (request) => (
      <span className={classes.amount}>
        <MoneyText minor={request.amount} /> <small>{request.currency}</small>
      </span>
    ),
  },
  {
    id: 'type',
    header: 'Type',
    cell: ({ type }) => <RequestType type={type} />,
  },
  {
    id: 'receiptUrl',
    header: 'Receipt',
    isOrdered: false,
    cell: (request) => <ReceiptButton request={request} />,
  },
  {
    id: 'status',
    header: 'Status',
    cell: (request) => <RequestStatus request={request} />,
  },
  {
    id: 'actions',
    header: 'Actions',
    isPinned: true,
    cell: (request) => <CashRequestActions request={request} />,
  },
];

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
