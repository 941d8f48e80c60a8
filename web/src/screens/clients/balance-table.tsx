import type { BalanceHistory } from '@pitboss/contract/clients';
import { Moment } from '#src/ui/moment.tsx';
import { MoneyText } from '#src/ui/money-text.tsx';
import { Table } from '#src/ui/styled/table.ts';
import classes from './client-screen.module.css';

/** The moments at which it was another one than at the moment before; the newest first. */
export function BalanceTable({ data: { points, currency } }: { data: BalanceHistory }) {
  const changed = points
    .filter(({ balance }, index) => index === 0 || balance !== points[index - 1]?.balance)
    .toReversed();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by key.
    <section className={classes.scroll} aria-label="Balances" tabIndex={0}>
      <Table fz="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">At</Table.Th>
            <Table.Th scope="col" ta="end">
              Balance, {currency}
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {changed.map(({ at, balance }) => (
            <Table.Tr key={at.getTime()}>
              <Table.Td>
                <Moment at={at} />
              </Table.Td>
              <Table.Td ta="end">
                <MoneyText minor={balance} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}
