import type { CashRequest } from '@pitboss/contract/cash-requests';
import { capitalise, formatTimestamp } from '#src/lib/format.ts';
import { FactList } from '#src/ui/fact-list.tsx';
import { MoneyText } from '#src/ui/money-text.tsx';

/** Who asked for what, so that nobody decides the wrong request. */
export function RequestFacts({ request }: { request: CashRequest }) {
  const { _id, user, type, amount, currency, createdAt } = request;
  return (
    <FactList
      facts={[
        { title: 'Username', value: user.username },
        {
          title: 'Amount',
          value: (
            <>
              <MoneyText minor={amount} /> {currency}
            </>
          ),
        },
        { title: 'Type', value: capitalise(type) },
        { title: 'Request', value: `${_id}, ${formatTimestamp(createdAt)}` },
      ]}
    />
  );
}
