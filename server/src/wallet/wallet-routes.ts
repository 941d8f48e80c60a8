import assert from 'node:assert/strict';
import { users } from '@pitboss/contract/users';
import { readNow } from '../http/bind.ts';
import type { App } from '../http/route.ts';
import { listWallets } from '../ledger/balances.ts';

export function walletRoutes(app: App): void {
  readNow(app, users.balance, async ({ db, actor }) => {
    const wallets = (await listWallets(db, actor)).map((wallet) => ({
      currency: wallet.currency,
      balance: wallet.balanceMinor,
      exposure: wallet.exposureMinor,
    }));
    const [own, ...rest] = wallets;
    assert(own, 'An operator has a wallet in its own currency.');
    return { ...own, wallets: rest };
  });
}
