import { afterEach, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderScreen } from '#src/test/render-screen.tsx';
import { WalletBalance } from './wallet-balance.tsx';

const { innerWidth, innerHeight } = window;
beforeEach(() => page.viewport(360, 740));
afterEach(() => page.viewport(innerWidth, innerHeight));

it('has the exposure behind the balance on a phone', async () => {
  const wallet = { currency: 'USD', balance: 10_000_00n, exposure: -25_50n } as const;
  const screen = await renderScreen(<WalletBalance wallet={wallet} />);
  await screen.getByRole('button', { name: 'B 10,000', exact: true }).click();
  const wallets = screen.getByRole('dialog', { name: 'Wallets' });
  await expect.element(wallets).toBeVisible();
  const headers = wallets.getByRole('columnheader').elements();
  expect(headers.map((header) => header.textContent)).toEqual(['Wallet', 'Balance', 'Exposure']);
  await expect.element(wallets.getByRole('row').last()).toHaveTextContent('USD10,000-25.50');
});
