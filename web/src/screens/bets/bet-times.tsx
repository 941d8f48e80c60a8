import type { BetView } from '@pitboss/contract/bets';
import { formatMultiplier } from '#src/lib/format.ts';
import { Moment } from '#src/ui/moment.tsx';
import { Table } from '#src/ui/styled/table.ts';

/** When what happened, in its order, and how many seconds after the flight began. */
export function BetTimes({ view }: { view: BetView }) {
  const began = view.times.flightBegan;
  return (
    <Table fz="sm" aria-label="Times">
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">Step</Table.Th>
          <Table.Th scope="col">Time</Table.Th>
          <Table.Th scope="col" ta="end">
            Seconds of flight
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {stepsOf(view).map(({ words, at }) => (
          <Table.Tr key={words}>
            <Table.Th scope="row" fw={400}>
              {words}
            </Table.Th>
            <Table.Td>
              <Moment at={at} />
            </Table.Td>
            <Table.Td ta="end">{began ? secondsText(at, began) : '-'}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function stepsOf({ bet, round, times }: BetView) {
  const { multiplier, crash } = bet;
  const steps: [words: string, at: Date | null][] = [
    ['Round opened', times.roundOpened],
    ['Bet placed', times.placed],
    ['Betting closed', times.bettingEnds],
    ['Flight began', times.flightBegan],
    [`Left at ${multiplier === undefined ? '-' : formatMultiplier(multiplier)}`, times.left],
    [
      round.state === 'void'
        ? 'Round void'
        : `Crashed at ${crash === undefined ? '-' : formatMultiplier(crash)}`,
      times.roundEnded,
    ],
    [bet.type === 'void' ? 'Given back' : 'Settled', times.ended],
  ];
  return steps
    .flatMap(([words, at]) => (at ? [{ words, at }] : []))
    .toSorted((a, b) => a.at.getTime() - b.at.getTime());
}

/** With its sign, to the millisecond. */
function secondsText(at: Date, began: Date): string {
  const ms = at.getTime() - began.getTime();
  return `${ms < 0 ? '−' : '+'}${(Math.abs(ms) / 1_000).toFixed(3)}`;
}
