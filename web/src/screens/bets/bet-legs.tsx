import { Text } from '@mantine/core';
import type { BetView } from '@pitboss/contract/bets';
import { Moment } from '#src/ui/moment.tsx';
import { MoneyText } from '#src/ui/money-text.tsx';
import { Table } from '#src/ui/styled/table.ts';

const kinds: Record<BetView['legs'][number]['kind'], string> = {
  stake: 'Stake',
  stake_taken: 'Stake taken',
  payout: 'Payout',
  refund: 'Refund',
  settlement: 'Settlement',
};
const accounts = { wallet: 'Wallet', stakes: 'Held stakes' };

/** How the bet moved the client's money, as the ledger has it. */
export function BetLegs({ view: { legs, bet } }: { view: BetView }) {
  return (
    <>
      <Table fz="sm" horizontalSpacing={6} aria-label="Ledger">
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Transfer</Table.Th>
            <Table.Th scope="col">Account</Table.Th>
            <Table.Th scope="col" ta="end">
              Amount
            </Table.Th>
            <Table.Th scope="col" ta="end">
              Balance after
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {legs.map(({ transferId, at, account, kind, amount, balanceAfter, bets }) => (
            <Table.Tr key={`${transferId} ${account}`}>
              <Table.Td>
                {kinds[kind]} #{String(transferId)}
                <Text size="xs" c="dimmed">
                  <Moment at={at} />
                </Text>
              </Table.Td>
              <Table.Td>
                {accounts[account]}
                {bets > 1 && (
                  <Text size="xs" c="dimmed">
                    for {bets} bets placed together
                  </Text>
                )}
              </Table.Td>
              <Table.Td ta="end">
                <MoneyText minor={amount} signed />
              </Table.Td>
              <Table.Td ta="end">
                <MoneyText minor={balanceAfter} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Text size="sm" c="dimmed" mt="xs">
        {bet.currency}. A stake is held until its bet has ended.
      </Text>
    </>
  );
}
