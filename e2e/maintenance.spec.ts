import { player } from '@pitboss/contract/player';
import { rounds } from '@pitboss/contract/rounds';
import { expect, type Locator, type Page } from '@playwright/test';
import { call } from './support/api.ts';
import { makePlayer, type Player } from './support/cashier.ts';
import { follow } from './support/cast.ts';
import { test } from './support/own-platform.ts';
import { button, field, toast } from './support/panel.ts';
import { makeAdmin, type Operator, signIn } from './support/people.ts';
import { underClock } from './support/test.ts';

// One platform for all of them, one after the other.
test.describe.configure({ mode: 'default' });

const underMaintenance = 'The game is under maintenance.';

function notice(page: Page): Locator {
  return page.getByRole('main').getByRole('alert').filter({ hasText: 'Maintenance is on' });
}

function bet({ token }: Player): Promise<{ round: string }> {
  return call(player.placeBet, { token, body: { stake: 10 } });
}

/** Bets on the next round that opens. */
async function betSoon(by: Player): Promise<string> {
  let round = '';
  const tryOnce = async () => {
    ({ round } = await bet(by));
  };
  await expect(tryOnce).toPass({ intervals: [100] });
  return round;
}

async function newestRound({ token }: Operator) {
  const body = { length: 1, order: [{ column: 0, dir: 'desc' as const }] };
  const { data } = await call(rounds.list, { token, body });
  return data[0];
}

async function openDashboard(page: Page, operator: Operator): Promise<Locator> {
  await signIn(page, operator);
  await page.goto('/dashboard');
  await expect(page.getByRole('region', { name: 'Total Users' })).toBeVisible();
  return field(page, 'Maintenance');
}

/** Chooses and confirms, with a reason. */
async function turn(maintenance: Locator, to: 'On' | 'Off'): Promise<void> {
  await maintenance.selectOption(`Maintenance: ${to}`);
  const dialog = maintenance.page().getByRole('dialog', { name: 'Confirm Maintenance' });
  await expect(field(dialog, 'Reason')).toBeFocused();
  await maintenance.page().keyboard.type('Odds of the evening');
  await button(dialog, `Confirm · Switch ${to.toLowerCase()}`).click();
  await expect(dialog).toHaveCount(0);
}

test('asks first: a key alone switches nothing', async ({ page, superUser }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.method()));
  const maintenance = await openDashboard(page, superUser);
  await maintenance.focus();
  const before = await maintenance.inputValue();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Confirm Maintenance' });
  await expect(field(dialog, 'Reason')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(maintenance).toHaveValue(before);
  expect(asked).not.toContain('PATCH');
});

test('is neither on nor off until SUPER has said so', async ({ page, superUser }) => {
  const maintenance = await openDashboard(page, superUser);
  await expect(maintenance).toHaveValue('');
  await expect(maintenance).toContainText('Maintenance: not set');
  await turn(maintenance, 'Off');
  await expect(toast(page, 'Success', 'Maintenance is off.')).toBeVisible();
  await page.reload();
  await expect(maintenance).toHaveValue('false');
  await expect(notice(page)).toHaveCount(0);
});

test('lets the running round end, keeps the next ones and all bets away, and is told', async ({
  page,
  superUser,
}) => {
  const client = await makePlayer(superUser, { isDemo: true, balance: 500 });
  const maintenance = await openDashboard(page, superUser);
  const round = await betSoon(client);
  await turn(maintenance, 'On');
  await expect(toast(page, 'Success', 'Maintenance is on.')).toBeVisible();
  await expect(notice(page)).toContainText('No new rounds start and bets are refused.');
  await expect(bet(client)).rejects.toThrow(underMaintenance);

  const myBets = () => call(player.listBets, { token: client.token });
  await expect.poll(async () => (await myBets())[0]).toMatchObject({ round, type: 'settled' });
  await expect.poll(async () => (await newestRound(superUser))?.state).toBe('crashed');
  const last = await newestRound(superUser);
  // Longer than a round would be open, and the pause before it.
  await page.waitForTimeout(2_500);
  expect(await newestRound(superUser)).toEqual(last);
  await expect(bet(client)).rejects.toThrow(underMaintenance);

  await page.reload();
  await expect(maintenance).toHaveValue('true');
  await expect(notice(page)).toBeVisible();
  await turn(maintenance, 'Off');
  await expect(toast(page, 'Success', 'Maintenance is off.')).toBeVisible();
  await expect(notice(page)).toHaveCount(0);
  expect(Number(await betSoon(client))).toBeGreaterThan(Number(last?.round));
});

test(
  'is told to other operators while they look, without a switch',
  underClock,
  async ({ page, superUser, browser }) => {
    const admin = await makeAdmin(superUser, { balance: 0 });
    await page.clock.install();
    await openDashboard(page, admin);
    await expect(notice(page)).toHaveCount(0);
    await expect(page.getByRole('combobox')).toHaveCount(0);
    const second = await browser.newPage();
    const maintenance = await openDashboard(second, superUser);
    await turn(maintenance, 'On');
    await expect(notice(second)).toBeVisible();
    await page.clock.runFor(10_000);
    await expect(notice(page)).toBeVisible();
    await page.goto('/users');
    await expect(notice(page)).toBeVisible();
    for (const path of ['/banks', '/Common/Profile', '/my-account/bet-history']) {
      await follow(page, path);
      await expect(page.getByRole('heading', { name: 'Page not found' })).toHaveCount(0);
      await expect(notice(page)).toBeVisible();
    }
    await turn(maintenance, 'Off');
    await expect(notice(second)).toHaveCount(0);
    await page.clock.runFor(10_000);
    await expect(notice(page)).toHaveCount(0);
    await second.close();
  },
);
