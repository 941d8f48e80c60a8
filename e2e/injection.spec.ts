import { events } from '@pitboss/contract/events';
import { player } from '@pitboss/contract/player';
import { support } from '@pitboss/contract/support';
import { transactions } from '@pitboss/contract/transactions';
import { expect, type Page } from '@playwright/test';
import { call } from './support/api.ts';
import { addBank, decide, fileWithdrawal, type Player } from './support/cashier.ts';
import { button, rowOf } from './support/panel.ts';
import { freshName, makeUser, type Operator, signIn } from './support/people.ts';
import { test } from './support/test.ts';

/** Words that have run as a script somewhere; each would call `alert`. */
const hostile = [
  '<script>alert(1)</script>',
  '<ScRiPt >alert(1)</ScRiPt >',
  '</script><script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<img/src=x/onerror=alert(1)//',
  '"><img src=x onerror=alert(1)>',
  "'><img src=x onerror=alert(1)>",
  '<svg onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<svg><animate onbegin=alert(1) attributeName=x>',
  '<body onload=alert(1)>',
  '<iframe src=javascript:alert(1)>',
  '<iframe srcdoc="<script>alert(1)</script>">',
  '<object data=javascript:alert(1)>',
  '<embed src=javascript:alert(1)>',
  '<a href=javascript:alert(1) autofocus onfocus=alert(1)>x</a>',
  '<input autofocus onfocus=alert(1)>',
  '<select autofocus onfocus=alert(1)>',
  '<textarea autofocus onfocus=alert(1)>',
  '<details open ontoggle=alert(1)>',
  '<video><source onerror=alert(1)>',
  '<audio src=x onerror=alert(1)>',
  '<marquee onstart=alert(1)>',
  '<math><mtext></mtext><script>alert(1)</script></math>',
  '<style>@import "javascript:alert(1)"</style>',
  '<link rel=stylesheet href=javascript:alert(1)>',
  '<meta http-equiv=refresh content=0;url=javascript:alert(1)>',
  '<base href=javascript:alert(1)//>',
  '<form action=javascript:alert(1)><button>x',
  '<button formaction=javascript:alert(1)>x',
  '<x onclick=alert(1)>x',
  '<template><script>alert(1)</script></template>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<!--><script>alert(1)</script>-->',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  'javascript:alert(1)',
  '"-alert(1)-"',
  "';alert(1)//",
  '{{constructor.constructor("alert(1)")()}}',
  '\u0024{alert(1)}',
];

/** Notes everything that ran or was kept from running. */
async function watch(page: Page): Promise<() => Promise<string[]>> {
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(`dialog ${dialog.message()}`);
    return dialog.dismiss();
  });
  const kept: string[] = [];
  await page.exposeFunction('noteHarm', (what: string) => kept.push(what));
  await page.addInitScript(() => {
    const note = (what: string) =>
      (window as unknown as { noteHarm: (what: string) => void }).noteHarm(what);
    window.alert = () => note('alert');
    document.addEventListener('securitypolicyviolation', (event) =>
      note(`refused by policy: ${event.violatedDirective} ${event.blockedURI}`),
    );
  });
  return async () => [...dialogs, ...kept];
}

interface Scene {
  operator: Operator;
  clients: Player[];
}

/** An operator everything of whose branch is named by hostile words. */
async function makeHostileBranch(operator: Operator): Promise<Scene> {
  const clients: Player[] = [];
  for (const name of hostile) {
    const person = await makeUser(operator, { name, balance: 20 });
    clients.push({ ...person, token: '' });
  }
  const client = clients[0] as Player;
  for (const remarks of hostile) {
    const body = { amount: 1, remarks };
    await call(transactions.deposit, { token: operator.token, params: { id: client._id }, body });
  }
  for (const bankName of hostile.slice(0, 20)) {
    const words = { accountHolderName: bankName, accountNumber: bankName, IBAN: bankName };
    const short = Object.fromEntries(
      Object.entries({ bankName, ...words }).map(([field, text]) => [field, text.slice(0, 50)]),
    );
    await addBank(operator, short);
  }
  const link = `https://t.me/"onmouseover=alert(1)//<img/src=x/onerror=alert(1)>`;
  await call(support.add, { token: operator.token, body: { type: 'telegram', link } });
  return { operator, clients };
}

test('a page without our guards runs them, so that the watch is worth something', async ({
  page,
}) => {
  const harm = await watch(page);
  await page.goto('about:blank');
  await page.setContent(`<main>${hostile.slice(3, 8).join('')}</main>`);
  await expect.poll(harm).not.toEqual([]);
});

test('hostile words are shown as words on every screen, and nothing runs', async ({
  page,
  admin,
  superUser,
}) => {
  const { operator, clients } = await makeHostileBranch(admin);
  const client = clients[0] as Player;
  const { username, password } = client;
  const { token } = await call(player.login, { body: { username, password } });
  const signedIn = { ...client, token };
  const requestId = await fileWithdrawal(signedIn, 5);
  await decide(operator, requestId, 'failed', hostile.slice(0, 12).join(' '));
  const eventId = freshName('<svg onload=alert(1)>');
  const event = {
    eventId,
    eventName: hostile.slice(0, 6).join(' '),
    link: 'https://x.example/"><x',
  };
  await call(events.add, { token: superUser.token, body: event });

  const harm = await watch(page);
  await signIn(page, operator);
  const shows = async (path: string, words: string) => {
    await page.goto(path);
    await expect(page.getByText(words, { exact: true }).first()).toBeVisible();
    expect(await harm()).toEqual([]);
  };
  await shows('/users?length=100', hostile[0] ?? '');
  for (const words of hostile) await expect(page.getByText(words, { exact: true })).toHaveCount(1);
  for (const action of ['History', 'Delete User', 'Change Password']) {
    await button(rowOf(page, client.username), action).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    expect(await harm()).toEqual([]);
    await page.keyboard.press('Escape');
  }
  await shows('/transaction-details?length=100&startDay=2020-01-01', hostile.at(-1) ?? '');
  await shows('/banks?length=100', hostile[2] ?? '');
  await page.goto('/customer-support');
  await expect(page.getByText('onmouseover', { exact: false }).first()).toBeVisible();
  await shows('/deposit-withdraw?startDay=2020-01-01', client.username);
  await signIn(page, superUser);
  await page.goto(`/event?search=${encodeURIComponent(eventId)}`);
  await expect(page.getByText(eventId, { exact: true })).toBeVisible();
  expect(await harm()).toEqual([]);
});

test('a link of another kind than http, tel or mailto is refused on its field', async ({
  admin,
}) => {
  for (const link of [
    'javascript:alert(1)',
    'data:text/html,x',
    ' javascript:alert(1)',
    '//x.example',
  ]) {
    const added = call(support.add, { token: admin.token, body: { type: 'telegram', link } });
    await expect(added).rejects.toThrow('400');
  }
});
