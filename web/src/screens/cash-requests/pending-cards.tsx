import { Paper, UnstyledButton } from '@mantine/core';
import type { cashRequests } from '@pitboss/contract/cash-requests';
import type { ResultOf } from '@pitboss/contract/endpoint';
import { formatCount } from '#src/lib/format.ts';
import { useUrlState } from '#src/lib/url-state.ts';
import { MoneyText } from '#src/ui/money-text.tsx';
import classes from './pending-cards.module.css';

type Pending = NonNullable<ResultOf<typeof cashRequests.list>['pending']>[number];

/** Before the first request of any platform: what waits may be older than the range shows. */
const everSince = '2000-01-01';

/** What waits for a decision, by currency; pressing one shows all of it. */
export function PendingCards({ pending }: { pending: Pending[] | undefined }) {
  const [{ status }, setState] = useUrlState();
  const isPressed = status === 'pending';
  const press = () =>
    setState({
      page: undefined,
      search: undefined,
      type: undefined,
      status: isPressed ? undefined : 'pending',
      startDay: isPressed ? undefined : everSince,
      endDay: undefined,
    });
  if (!pending) return null;
  if (pending.length === 0) {
    return (
      <Paper withBorder className={`${classes.card} ${classes.none}`}>
        Nothing is pending.
      </Paper>
    );
  }
  return (
    <div className={classes.cards}>
      {pending.map((waiting) => (
        <UnstyledButton
          key={waiting.currency}
          className={classes.card ?? ''}
          aria-pressed={isPressed}
          onClick={press}
        >
          <Figures waiting={waiting} />
        </UnstyledButton>
      ))}
    </div>
  );
}

function Figures({ waiting: { count, deposit, withdraw, currency } }: { waiting: Pending }) {
  return (
    <>
      <span className={classes.count}>
        <strong>{formatCount(count)}</strong> pending in {currency}
      </span>
      <span className={classes.sum}>
        Deposit <MoneyText minor={deposit} />
      </span>
      <span className={classes.sum}>
        Withdraw <MoneyText minor={withdraw} />
      </span>
    </>
  );
}
