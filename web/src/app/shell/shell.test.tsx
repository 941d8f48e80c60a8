import { live } from '@pitboss/contract/live';
import { users } from '@pitboss/contract/users';
import { expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { getSession } from '#src/lib/session.ts';
import { fakeApi } from '#src/test/fake-api.ts';
import { withMotion } from '#src/test/motion.ts';
import { operatorWallet } from '#src/test/people.ts';
import { renderScreen, signInAs } from '#src/test/render-screen.tsx';
import { Shell } from './shell.tsx';

type Api = ReturnType<typeof fakeApi>;

const answerWallet = (api: Api) => api.answer(users.balance, operatorWallet);

async function renderShell(prepare: (api: Api) => void = answerWallet) {
  signInAs('ADMIN');
  const api = fakeApi();
  prepare(api);
  // A stream that says nothing.
  api.answerLate(live.now, () => new Promise(() => {}));
  const screen = await renderScreen(<Shell />, '/users');
  const sidebar = page.getByRole('navigation', { name: 'Main', includeHidden: true });
  return {
    api,
    screen,
    sidebar,
    entry: (name: string) => sidebar.getByRole('link', { name, exact: true }),
    button: (name: string) => screen.getByRole('button', { name, exact: true }),
  };
}

const sizeOf = (locator: { element(): Element }) => locator.element().getBoundingClientRect();

it('marks the entry of the page one is on, and no other', async () => {
  const { screen, entry } = await renderShell();
  await expect.element(entry('Users')).toHaveAttribute('aria-current', 'page');
  await entry('Deleted Users').click();
  await expect.poll(screen.path).toBe('/deleted-users');
  await expect.element(entry('Users')).not.toHaveAttribute('aria-current');
  await expect.element(entry('Deleted Users')).toHaveAttribute('aria-current', 'page');
  // Under the pointer they look alike.
  await userEvent.hover(screen.getByRole('main'));
  const behind = (name: string) => getComputedStyle(entry(name).element()).backgroundColor;
  expect(behind('Deleted Users')).not.toBe(behind('Users'));
});

it('has a sidebar of 200 px, slim 50 px, which gives its room away when closed', async () => {
  const { screen, sidebar, entry, button } = await renderShell();
  const width = () => sizeOf(sidebar).width;
  await expect.poll(width).toBe(200);
  await button('Icons only').click();
  await expect.poll(width).toBe(50);
  await entry('Deleted Users').click();
  await expect.poll(screen.path).toBe('/deleted-users');
  await button('Show labels').click();
  await expect.poll(width).toBe(200);
  const before = sizeOf(screen.getByRole('main')).width;
  await button('Menu').click();
  await expect.element(sidebar).not.toBeVisible();
  await expect.poll(() => sizeOf(screen.getByRole('main')).width).toBe(before + 200);
});

it('starts with a closed sidebar on a phone, which closes when one is done with it', async () => {
  const { innerWidth: width, innerHeight: height } = window;
  await page.viewport(390, 780);
  onTestFinished(() => page.viewport(width, height));
  const { screen, sidebar, entry, button } = await renderShell();
  const open = async () => {
    await button('Menu').click();
    await expect.element(sidebar).toBeVisible();
  };
  await expect.element(button('Menu')).toBeVisible();
  await expect.element(sidebar).not.toBeVisible();
  await open();
  await expect.element(sidebar).toBeInViewport({ ratio: 0.9 });
  await userEvent.click(document.body, { position: { x: 350, y: 400 } });
  await expect.element(sidebar).not.toBeVisible();
  await open();
  await userEvent.keyboard('{Escape}');
  await expect.element(sidebar).not.toBeVisible();
  await open();
  await entry('Deleted Users').click();
  await expect.poll(screen.path).toBe('/deleted-users');
  await expect.element(sidebar).not.toBeVisible();
});

it('has a footer of 50 px, whose welcome runs in 15 seconds until it is paused', async () => {
  await withMotion();
  const { screen, button } = await renderShell();
  const footer = screen.getByRole('contentinfo');
  const welcome = footer.getByText(/^Welcome/);
  await expect.element(welcome).toBeInTheDocument();
  expect(sizeOf(footer).height).toBe(50);
  const motion = () => getComputedStyle(welcome.element());
  expect(motion()).toMatchObject({ animationDuration: '15s', animationPlayState: 'running' });
  await button('Pause the welcome text').click();
  await expect.poll(() => motion().animationPlayState).toBe('paused');
});

it('says that the connection is lost, and logs nobody out while the server is away', async () => {
  const { api, screen } = await renderShell((started) =>
    started.refuse(users.balance, 503, 'The database is away.'),
  );
  const notice = screen.getByText('Connection lost. Trying again…');
  await expect.element(notice).toBeVisible();
  answerWallet(api);
  await expect.element(screen.getByRole('banner')).toMatchTextContent(/B 50,000 USD/);
  await expect.element(notice).not.toBeInTheDocument();
  expect(getSession()).not.toBeNull();
  expect(screen.path()).toBe('/users');
});
