import { Skeleton, UnstyledButton } from '@mantine/core';
import type { cashRequests } from '@pitboss/contract/cash-requests';
import type { ResultOf } from '@pitboss/contract/endpoint';
import { formatCount } from '#src/lib/format.ts';
import { useUrlState } from '#src/lib/url-state.ts';
import { MoneyText } from '#src/ui/money-text.tsx';
import classes from './pending-cards.module.css';

type Pending = NonNullable<ResultOf<typeof cashRequests.list>['pending']>[number];

/** Before the first request of any platform: what waits may be older than the range shows. */
const everSince = '2000-01-01';

interface Props {
  pending: Pending[] | undefined;
  /** Until it is known the room of one row is kept: filters and list stay where they are. */
  isAwaited: boolean;
}

/** What waits for a decision, by currency; pressing one shows all of it. */
export function PendingCards({ pending, isAwaited }: Props) {
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
  if (!pending) return isAwaited ? <ToCome /> : null;
  return (
    <div className={classes.cards}>
      {pending.length === 0 && <p className={classes.none}>Nothing is pending.</p>}
      {pending.map((waiting) => (
        <UnstyledButton
          key={waiting.currency}
          className={classes.card ?? ''}
          data-lines
          aria-pressed={isPressed}
          onClick={press}
        >
          <Figures waiting={waiting} />
        </UnstyledButton>
      ))}
    </div>
  );
}

/** As high as a card with its three lines. */
function ToCome() {
  return (
    <div className={classes.cards}>
      <Skeleton>
        <div className={classes.card} data-lines>
          <span className={classes.count}>
            <strong>0</strong>
          </span>
          <span className={classes.sum}>0</span>
          <span className={classes.sum}>0</span>
        </div>
      </Skeleton>
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
