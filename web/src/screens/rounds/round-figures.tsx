import { Anchor, Text } from '@mantine/core';
import { reports } from '@pitboss/contract/reports';
import type { RoundDetails } from '@pitboss/contract/rounds';
import { Link } from '@tanstack/react-router';
import { formatAmount, formatCount } from '#src/lib/format.ts';
import { useOperator } from '#src/lib/session.ts';
import { useRead } from '#src/lib/use-api.ts';
import { useChosenCurrency } from '#src/lib/use-chosen-currency.ts';
import { AmountIn } from '#src/ui/amount-in.tsx';
import { FactList } from '#src/ui/fact-list.tsx';

interface Props {
  roundId: bigint;
  /** What is not settled yet and so in none of the figures; missing where nobody says it. */
  open: RoundDetails['open'];
  isOver: boolean;
}

/** How often what is settled is read again while the round runs. */
const followMs = 2_000;

/** What the operator's branch staked and won in a round, and the way to its bets. */
export function RoundFigures({ roundId, open, isOver }: Props) {
  const currency = useChosenCurrency();
  const own = useOperator()?.currency;
  const search = { value: String(roundId) };
  const body = { draw: 1, start: 0, length: 1, search, currency };
  const options = { failed: null, pollMs: !isOver && followMs };
  const { data } = useRead(reports.roundPl, { body }, options);
  const figures = data?.data.data[0];
  const shown = figures?.currency ?? currency ?? own;
  const atStake = open?.find((one) => one.currency === shown);
  const params = { roundId: String(roundId) };
  return (
    <section aria-label="Bets">
      {figures && (
        <FactList
          facts={[
            { title: 'Total Bets', value: formatCount(figures.totalBets) },
            {
              title: 'Stake',
              value: <AmountIn minor={figures.Stakes} currency={figures.currency} />,
            },
            {
              title: 'Cashout Amount',
              value: <AmountIn minor={figures.cashoutAmount} currency={figures.currency} />,
            },
            {
              title: 'Pl',
              value: (
                <AmountIn
                  minor={figures.totalPl}
                  currency={figures.currency}
                  signed={figures.totalPl !== 0n}
                />
              ),
            },
          ]}
        />
      )}
      {data && !figures && <Text>No bet is settled.</Text>}
      {atStake && (
        <Text>
          {formatCount(atStake.bets)} open, {formatAmount(atStake.stakes, atStake.currency)} at
          stake
        </Text>
      )}
      <Anchor
        renderRoot={(props) => (
          <Link
            to="/round-bets/$roundId"
            params={params}
            search={currency ? { currency } : {}}
            {...props}
          />
        )}
      >
        Bets of this round
      </Anchor>
    </section>
  );
}
