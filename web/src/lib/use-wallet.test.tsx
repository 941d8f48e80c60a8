import { users } from '@pitboss/contract/users';
import { expect, it } from 'vitest';
import { fakeApi } from '#src/test/fake-api.ts';
import { renderScreen, signInAs } from '#src/test/render-screen.tsx';
import { getSession } from './session.ts';
import { useWallet, walletPausesMs } from './use-wallet.ts';

function Wallet() {
  const { wallet, isConnectionLost } = useWallet();
  return <p>{isConnectionLost ? 'lost' : `balance ${wallet?.balance}`}</p>;
}

const wallet = { currency: 'USD', balance: 500n, exposure: 0n, wallets: [] } as const;

it('waits for 60 seconds together', () => {
  expect(walletPausesMs.reduce((sum, pause) => sum + pause)).toBe(60_000);
});

it('says that the connection is lost, tries again, and throws nobody out', async () => {
  signInAs('ADMIN');
  const api = fakeApi();
  api.refuse(users.balance, 503);
  const screen = await renderScreen(<Wallet />);
  await expect.element(screen.getByText('lost')).toBeVisible();
  api.answer(users.balance, { ...wallet, wallets: [] });
  await expect.element(screen.getByText('balance 500')).toBeVisible();
  expect(getSession()).not.toBeNull();
});

it('signs out immediately when the answer is a refusal', async () => {
  signInAs('ADMIN');
  fakeApi().refuse(users.balance, 403, 'This account is locked');
  const screen = await renderScreen(<Wallet />);
  await expect.element(screen.getByRole('alert')).toHaveTextContent('ErrorThis account is locked');
  expect(getSession()).toBeNull();
});
