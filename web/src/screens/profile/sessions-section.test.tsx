import { type Session, sessions } from '@pitboss/contract/sessions';
import { users } from '@pitboss/contract/users';
import { expect, it } from 'vitest';
import { expectNoViolation } from '#src/test/axe.ts';
import { fakeApi } from '#src/test/fake-api.ts';
import { renderScreen, signInAs } from '#src/test/render-screen.tsx';
import { ProfileScreen } from './profile-screen.tsx';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';

function session(given: Partial<Session> = {}): Session {
  return {
    _id: 21n,
    createdAt: new Date(2026, 10, 14, 9, 30, 0),
    lastUsedAt: new Date(2026, 10, 14, 15, 4, 5),
    expiresAt: new Date(2026, 10, 14, 21, 30, 0),
    address: '203.0.113.9',
    agent: firefox,
    isCurrent: false,
    ...given,
  };
}

const here = session({ _id: 20n, address: '10.0.0.1', agent: '', isCurrent: true });

async function renderSessions(all: Session[]) {
  signInAs('ADMIN');
  const api = fakeApi();
  api.answer(sessions.list, all);
  const screen = await renderScreen(<ProfileScreen />);
  const section = screen.getByRole('region', { name: 'Sessions' });
  return { api, screen, section, items: () => section.getByRole('listitem') };
}

function factsIn(item: Element) {
  const facts = item.querySelectorAll('span, dl > div');
  return [...facts].filter((one) => !one.closest('button')).map(({ textContent }) => textContent);
}

it('says where the operator is signed in, the present session first and marked', async () => {
  const { section, items } = await renderSessions([session(), here]);
  await expect
    .poll(() => items().elements().map(factsIn))
    .toEqual([
      [
        'Unknown device',
        'This session',
        'Address 10.0.0.1',
        'Signed in 11/14/26, 9:30:00 AM',
        'Last used 11/14/26, 3:04:05 PM',
      ],
      [
        'Firefox on Linux',
        'Address 203.0.113.9',
        'Signed in 11/14/26, 9:30:00 AM',
        'Last used 11/14/26, 3:04:05 PM',
      ],
    ]);
  // The present one ends by Logout.
  const ends = section.getByRole('button', { name: 'End session' });
  expect(ends.elements()).toHaveLength(1);
  await expect.element(ends).toHaveAccessibleDescription('Firefox on Linux');
});

it('asks before it ends a session, says what the server said and reads the list again', async () => {
  const { api, screen, section, items } = await renderSessions([here, session()]);
  api.answer(sessions.end, undefined, 'That session is over.');
  const opener = section.getByRole('button', { name: 'End session' });
  await opener.click();
  const dialog = screen.getByRole('dialog', { name: 'End session' });
  const question = 'Are you sure you want to end the session of Firefox on Linux at 203.0.113.9?';
  await expect.element(dialog.getByText(question)).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(opener).toHaveFocus();
  expect(api.callsOf(sessions.end)).toEqual([]);
  await opener.click();
  api.answer(sessions.list, [here]);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect.element(screen.getByText('That session is over.')).toBeVisible();
  await expect.element(section.getByText('You are signed in nowhere else.')).toBeVisible();
  expect(items().elements()).toHaveLength(1);
  expect(api.callsOf(sessions.end)).toMatchObject([{ path: '/api/sessions/21' }]);
  expect(api.callsOf(sessions.endOthers)).toEqual([]);
});

it('ends all others together, after asking', async () => {
  const { api, screen, section } = await renderSessions([here, session(), session({ _id: 22n })]);
  api.answer(sessions.endOthers, { ended: 2 }, 'Two are over.');
  await section.getByRole('button', { name: 'End all other sessions' }).click();
  const dialog = screen.getByRole('dialog', { name: 'End all other sessions' });
  await expect
    .element(dialog.getByText('Are you sure you want to end all other sessions?'))
    .toBeVisible();
  await expectNoViolation();
  expect(api.callsOf(sessions.endOthers)).toEqual([]);
  api.answer(sessions.list, [here]);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect.element(screen.getByText('Two are over.')).toBeVisible();
  await expect
    .element(section.getByRole('button', { name: 'End all other sessions' }))
    .not.toBeInTheDocument();
  expect(api.callsOf(sessions.endOthers)).toHaveLength(1);
});

it('reads the list again when the session was over already', async () => {
  const { api, screen, section } = await renderSessions([here, session()]);
  api.refuse(sessions.end, 404, 'Session not found.');
  await section.getByRole('button', { name: 'End session' }).click();
  api.answer(sessions.list, [here]);
  const dialog = screen.getByRole('dialog', { name: 'End session' });
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect.element(screen.getByText('Session not found.')).toBeVisible();
  await expect.element(section.getByText('You are signed in nowhere else.')).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
});

it('shows a few at first, and all when asked', async () => {
  const many = [1n, 2n, 3n, 4n, 5n, 6n, 7n].map((_id) => session({ _id }));
  const { section, items } = await renderSessions([...many, here]);
  await expect.poll(() => items().elements().length).toBe(5);
  await expect.element(items().first().getByText('This session')).toBeVisible();
  await section.getByRole('button', { name: 'Show all 8' }).click();
  await expect.poll(() => items().elements().length).toBe(8);
});

it('offers to try again when the list cannot be read', async () => {
  signInAs('ADMIN');
  const api = fakeApi();
  api.refuse(sessions.list, 409);
  const screen = await renderScreen(<ProfileScreen />);
  const section = screen.getByRole('region', { name: 'Sessions' });
  await expect.element(section.getByText('The data could not be loaded.')).toBeVisible();
  api.answer(sessions.list, [here]);
  await section.getByRole('button', { name: 'Retry' }).click();
  await expect.element(section.getByText('This session')).toBeVisible();
});

it('reads the list again after a new password, which ends the others', async () => {
  const { api, screen, section } = await renderSessions([here, session()]);
  api.answer(users.changePasswordByUser, null);
  await expect.element(section.getByText('Firefox on Linux')).toBeVisible();
  api.answer(sessions.list, [here]);
  await screen.getByLabelText('Current Password').fill('Right@12345');
  await screen.getByLabelText('New Password').fill('Other@12345');
  await screen.getByRole('button', { name: 'Change Password' }).click();
  await expect.element(section.getByText('You are signed in nowhere else.')).toBeVisible();
});
