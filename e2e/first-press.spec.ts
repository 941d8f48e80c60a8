import { type ElementHandle, expect, type Locator, type Page } from '@playwright/test';
import { addBank } from './support/cashier.ts';
import { button, field, rowOf, toast } from './support/panel.ts';
import { makeUser, type Operator, signIn } from './support/people.ts';
import { test } from './support/test.ts';

/** The very thing, not whatever stands in its place when a list has changed meanwhile. */
type Pressed = ElementHandle<HTMLElement | SVGElement>;

/** Clicks are noted and go no further, so that one page stands still for all of them. */
async function catchClicks(page: Page): Promise<void> {
  await page.evaluate(() => {
    const clicks: EventTarget[] = [];
    Object.assign(window, { clicks });
    const note = (event: Event) => {
      const pressed = event.target instanceof Element && event.target.closest('button, a');
      if (pressed) clicks.push(pressed);
      event.preventDefault();
      event.stopPropagation();
    };
    window.addEventListener('click', note, true);
  });
}

/** The last of what was clicked is this one. */
function isClicked(target: Pressed): Promise<boolean> {
  return target.evaluate(
    (element) => (window as unknown as { clicks: Element[] }).clicks.at(-1) === element,
  );
}

/** What lies under the pointer, by layout: a pressed button may be drawn a pixel lower. */
function placeOf(target: Pressed): Promise<number[]> {
  return target.evaluate((element) => {
    const place: number[] = [];
    let at: Element | null = element;
    for (; at instanceof HTMLElement; at = at.offsetParent) place.push(at.offsetLeft, at.offsetTop);
    return [...place, element.clientWidth, element.clientHeight];
  });
}

/** The middle of what can be pressed, once it is in sight; nothing of what cannot be. */
function bringUp(target: Pressed): Promise<[x: number, y: number] | undefined> {
  return target.evaluate((element) => {
    // Not under the header, which stays where it is.
    element.scrollIntoView({ block: 'center' });
    const { x, y, width, height } = element.getBoundingClientRect();
    const isShown = element.checkVisibility({ visibilityProperty: true }) && width * height > 0;
    const isDisabled = element.matches(':disabled, [aria-disabled=true]');
    return isShown && !isDisabled ? [x + width / 2, y + height / 2] : undefined;
  });
}

/** From each field that must not be empty, every button takes its first press where it is. */
async function pressAll(page: Page, scope: Locator, labels: string[]): Promise<void> {
  // The eye of a password acts when it is pressed, not when it is clicked.
  const all = scope.locator('button:enabled:visible, a[href]:visible');
  const pressed = all.filter({ hasNotText: /(Show|Hide) password/i });
  await expect.poll(() => pressed.count()).toBeGreaterThan(0);
  const targets = (await pressed.elementHandles()) as Pressed[];
  await catchClicks(page);
  for (const label of labels) {
    const input = field(scope, label);
    for (const target of targets) {
      // What is typed takes an older message away; left empty, the field has something to say.
      await input.fill('1');
      await input.fill('');
      const shown = await bringUp(target);
      if (!shown) continue;
      // Under the pointer a list that follows what happens stays as it is.
      await page.mouse.move(...shown);
      const still = await bringUp(target);
      if (!still) continue;
      await page.mouse.move(...still);
      const before = await placeOf(target);
      await page.mouse.down();
      expect(await placeOf(target)).toEqual(before);
      await page.mouse.up();
      expect(await isClicked(target), `${label}, then ${await target.textContent()}`).toBe(true);
    }
  }
}

interface Form {
  name: string;
  by: 'admin' | 'superUser';
  open: (page: Page, operator: Operator) => Promise<void>;
  labels: string[];
  dialog?: string;
}

/** Opens a dialog of the row of a client made for it. */
function ofClient(action: string): Form['open'] {
  return async (page, operator) => {
    const client = await makeUser(operator);
    await page.goto(`/users?search=${client.username}`);
    await button(rowOf(page, client.username), action).click();
  };
}

const goTo =
  (path: string): Form['open'] =>
  async (page) =>
    void (await page.goto(path));

const pressOn =
  (path: string, name: string): Form['open'] =>
  async (page) => {
    await page.goto(path);
    await button(page, name).click();
  };

const bankFields = ['Bank Name', 'Account Holder', 'Account Number', 'IBAN'];
const forms: Form[] = [
  {
    name: 'Create New User',
    by: 'superUser',
    open: goTo('/new-user'),
    labels: ['Username', 'Name', 'Password'],
  },
  {
    name: 'Edit User',
    by: 'admin',
    labels: ['Username', 'Name'],
    open: async (page, operator) => {
      const client = await makeUser(operator);
      await page.goto(`/new-user/${client._id}`);
      await expect(field(page, 'Username')).toBeEnabled();
    },
  },
  {
    name: 'Change Password of a client',
    by: 'admin',
    open: ofClient('Change Password'),
    labels: ['Parent Password', 'New Password'],
    dialog: 'Change Password',
  },
  {
    name: 'Deposit/Withdraw',
    by: 'admin',
    open: ofClient('Deposit/Withdraw'),
    labels: ['Amount'],
    dialog: 'Deposit/Withdraw',
  },
  {
    name: 'Profile',
    by: 'admin',
    open: goTo('/Common/Profile'),
    labels: ['Username', 'IBAN', 'Bank Name', 'Current Password', 'New Password'],
  },
  {
    name: 'Add Bank',
    by: 'admin',
    open: pressOn('/banks', 'Add Bank'),
    labels: bankFields,
    dialog: 'Add Bank',
  },
  {
    name: 'Edit Bank',
    by: 'admin',
    labels: bankFields,
    dialog: 'Edit Bank',
    open: async (page, operator) => {
      await addBank(operator);
      await page.goto('/banks');
      await button(page, 'Edit Bank').click();
    },
  },
  {
    name: 'Add Event',
    by: 'superUser',
    open: pressOn('/event', 'Add Event'),
    labels: ['Event ID', 'Event Name', 'Sequence', 'Link'],
    dialog: 'Add Event',
  },
  {
    name: 'Add Multiplayer',
    by: 'superUser',
    open: pressOn('/multiplayer', 'Add Multiplayer'),
    labels: ['Min', 'Max', 'Probability (%)'],
    dialog: 'Add Multiplayer',
  },
  { name: 'Customer Support', by: 'admin', open: goTo('/customer-support'), labels: ['Link'] },
  { name: 'Rounds', by: 'superUser', open: goTo('/rounds'), labels: ['Round Id'] },
];

test.describe('The first press counts', () => {
  for (const form of forms) {
    test(form.name, async ({ page, admin, superUser }) => {
      const operator = form.by === 'admin' ? admin : superUser;
      await signIn(page, operator);
      await form.open(page, operator);
      const dialog = form.dialog && page.getByRole('dialog', { name: form.dialog });
      const scope = dialog || page.getByRole('main');
      await expect(field(scope, form.labels[0] ?? '')).toBeVisible();
      // The rows of a list, when they come, make its columns as wide as they are.
      await expect(scope.locator('[aria-busy=true]')).toHaveCount(0);
      await pressAll(page, scope, form.labels);
    });
  }

  test('after saving, on the row below the form', async ({ page, admin }) => {
    await signIn(page, admin);
    await page.goto('/customer-support');
    await field(page, 'Link').fill('https://t.me/desk');
    await button(page, 'Save').click();
    const row = rowOf(page, 'https://t.me/desk');
    await expect(row).toBeVisible();
    await expect(field(page, 'Link')).toHaveValue('');
    await field(page, 'Link').fill('x');
    await field(page, 'Link').fill('');
    const box = await button(row, 'Edit').boundingBox();
    await page.mouse.move((box?.x ?? 0) + 5, (box?.y ?? 0) + 5);
    await page.mouse.down();
    await page.mouse.up();
    await expect(page.getByRole('dialog', { name: 'Edit Customer Support' })).toBeVisible();
    await expect(toast(page, 'Error', 'Failed to update support')).toHaveCount(0);
  });
});

/** Notes where a dialog is, and how much of it is to be seen, when it is first drawn. */
async function noteFirstSight(page: Page): Promise<void> {
  await page.evaluate(() => {
    const look = () => {
      const dialog = document.querySelector('[role=dialog]');
      if (!dialog) return void requestAnimationFrame(look);
      const { x, y } = dialog.getBoundingClientRect();
      Object.assign(window, { first: { x, y, opacity: getComputedStyle(dialog).opacity } });
    };
    look();
  });
}

for (const reducedMotion of ['no-preference', 'reduce'] as const) {
  test.describe(`A dialog, where motion is ${reducedMotion}`, () => {
    test.use({ contextOptions: { reducedMotion } });

    test('stands where it will be pressed from the moment it is there', async ({ page, admin }) => {
      await signIn(page, admin);
      await page.goto('/banks');
      const dialog = page.getByRole('dialog');
      // Only what has been open before comes slowly.
      await button(page, 'Add Bank').click();
      await button(dialog, 'Cancel').click();
      await expect(dialog).toHaveCount(0);
      await noteFirstSight(page);
      await button(page, 'Add Bank').click();
      await expect(dialog).toHaveCSS('opacity', '1');
      // Where frames are few, it has stood there for a while when one is drawn.
      const seen = await page.waitForFunction(() => Reflect.get(window, 'first'));
      const first = await seen.jsonValue();
      const { x, y } = (await dialog.boundingBox()) ?? {};
      expect(first).toMatchObject({ x, y });
      if (reducedMotion === 'reduce') expect(first).toMatchObject({ opacity: '1' });
    });
  });
}
