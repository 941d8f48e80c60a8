import { Table } from '@mantine/core';
import type { Wallet } from '#src/lib/use-wallet.ts';
import { MoneyText } from '#src/ui/money-text.tsx';

/** Currencies are never added up, so each has its line. */
export function OtherWallets({ wallets }: { wallets: Omit<Wallet, 'wallets'>[] }) {
  return (
    <Table tabIndex={0} data-autofocus>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">Wallet</Table.Th>
          <Table.Th scope="col" ta="end">
            Balance
          </Table.Th>
          <Table.Th scope="col" ta="end">
            Exposure
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {wallets.map(({ currency, balance, exposure }) => (
          <Table.Tr key={currency}>
            <Table.Th scope="row">{currency}</Table.Th>
            <Table.Td ta="end">
              <MoneyText minor={balance} />
            </Table.Td>
            <Table.Td ta="end">
              <MoneyText minor={exposure} signed />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
