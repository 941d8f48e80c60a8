import { Anchor, Text } from '@mantine/core';
import { reports } from '@pitboss/contract/reports';
import { Link } from '@tanstack/react-router';
import { formatCount } from '#src/lib/format.ts';
import { useRead } from '#src/lib/use-api.ts';
import { useChosenCurrency } from '#src/lib/use-chosen-currency.ts';
import { AmountIn } from '#src/ui/amount-in.tsx';
import { FactList } from '#src/ui/fact-list.tsx';

interface Props {
  roundId: bigint;
  isOver: boolean;
}

/** How often what is settled is read again while the round runs. */
const followMs = 2_000;

/** What the operator's branch staked and won in a round, and the way to its bets. */
export function RoundFigures({ roundId, isOver }: Props) {
  const currency = useChosenCurrency();
  const search = { value: String(roundId) };
  const body = { draw: 1, start: 0, length: 1, search, currency };
  const options = { failed: null, pollMs: !isOver && followMs };
  const { data } = useRead(reports.roundPl, { body }, options);
  const figures = data?.data.data[0];
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
