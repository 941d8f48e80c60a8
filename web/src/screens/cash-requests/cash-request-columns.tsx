import IconArrowDownLeft from 'tabler:arrow-down-left';
import IconArrowUpRight from 'tabler:arrow-up-right';
import IconPhoto from 'tabler:photo';
import { Button } from '@mantine/core';
import { type CashRequest, cashRequests } from '@pitboss/contract/cash-requests';
import { listColumns } from '#src/data-table/list-columns.ts';
import { capitalise } from '#src/lib/format.ts';
import { AmountIn } from '#src/ui/amount-in.tsx';
import { ClientName } from '#src/ui/client-name.tsx';
import { Moment } from '#src/ui/moment.tsx';
import { CardDecision } from './card-decision.tsx';
import { CashRequestActions, RequestButtons } from './cash-request-actions.tsx';
import classes from './cash-requests.module.css';
import { useDesk } from './desk.ts';
import { RequestStatus } from './request-status.tsx';

export const cashRequestColumns = listColumns(cashRequests.list, {
  _id: {
    header: 'Id',
    card: 'line',
    cell: ({ _id }) => String(_id),
    cardCell: ({ _id }) => `#${_id}`,
  },
  createdAt: {
    header: 'Date',
    card: 'line',
    cell: (request) => <FiledAt request={request} />,
  },
  username: {
    header: 'Username',
    card: 'title',
    cell: ({ user }) => (
      <ClientName id={user._id} name={user.username} tab="requests" className={classes.client} />
    ),
  },
  amount: {
    header: 'Amount',
    card: 'figure',
    isNumeric: true,
    cell: ({ amount, currency }) => <AmountIn minor={amount} currency={currency} />,
    cardCell: ({ type, amount, currency }) => (
      <AmountIn minor={type === 'deposit' ? amount : -amount} currency={currency} signed />
    ),
  },
  type: {
    header: 'Type',
    card: 'line',
    cell: ({ type }) => <RequestType type={type} />,
  },
  receiptUrl: {
    header: 'Receipt',
    cell: (request) => <ReceiptButton request={request} />,
    cardCell: (request) =>
      request.type === 'deposit' ? <ReceiptButton request={request} /> : null,
  },
  status: {
    header: 'Status',
    card: 'status',
    cell: (request) => <RequestStatus request={request} />,
  },
  actions: {
    header: 'Actions',
    isPinned: true,
    cell: (request) => <CashRequestActions request={request} />,
    cardCell: (request) => <RequestButtons request={request} />,
    cardFoot: (request) => <CardDecision request={request} />,
  },
});

function FiledAt({ request }: { request: CashRequest }) {
  const { isNew } = useDesk();
  return (
    <span className={classes.filedAt}>
      <Moment at={request.createdAt} />
      {isNew(request) && <span className={classes.new}>New</span>}
    </span>
  );
}

function RequestType({ type }: Pick<CashRequest, 'type'>) {
  const Icon = type === 'deposit' ? IconArrowDownLeft : IconArrowUpRight;
  return (
    <span className={classes.type}>
      <Icon size={16} />
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
      leftSection={<IconPhoto size={16} />}
      onClick={() => show({ kind: 'receipt', request })}
    >
      Receipt
    </Button>
  );
}
