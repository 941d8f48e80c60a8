import { maintenance } from '@pitboss/contract/maintenance';
import { afterEach, expect, it } from 'vitest';
import { forgetLeftPage } from '#src/lib/left-page.ts';
import { endSession, setSession } from '#src/lib/session.ts';
import { DecideDialog } from '#src/screens/cash-requests/decide-dialog.tsx';
import { MaintenanceSwitch } from '#src/screens/dashboard/maintenance-switch.tsx';
import { EventDialog } from '#src/screens/events/event-dialog.tsx';
import { AddMultiplierDialog } from '#src/screens/multipliers/add-multiplier-dialog.tsx';
import { PublishDialog } from '#src/screens/multipliers/publish-dialog.tsx';
import { OperatorSecondFactor } from '#src/screens/my-account/operator-second-factor.tsx';
import { AddBankForm } from '#src/screens/profile/add-bank-form.tsx';
import { RoundLeft } from '#src/screens/rounds/round-left.tsx';
import { cashRequest } from '#src/test/cash.ts';
import { fakeApi } from '#src/test/fake-api.ts';
import { renderScreen, signInAs } from '#src/test/render-screen.tsx';

afterEach(forgetLeftPage);

const open = { opened: true, onClose: () => {} };
const left = { bets: 1, reasons: [{ bets: 1, reason: 'a wallet is full' }] };
const profile = { _id: 5n, username: 'admin', hasSecondFactor: true };

const forms = [
  ['Event Name', <EventDialog key="event" event={undefined} {...open} />],
  ['Min', <AddMultiplierDialog key="band" bands={[]} facts={undefined} {...open} />],
  ['Reason', <PublishDialog key="publish" table={[]} nextRound={9n} {...open} />],
  ['Note', <DecideDialog key="pay" decision="success" request={cashRequest()} {...open} />],
  ['Reason', <DecideDialog key="reject" decision="failed" request={cashRequest()} {...open} />],
  ['Reason', <RoundLeft key="left" roundId={900n} left={left} isCrashed />],
  ['Bank Name', <AddBankForm key="bank" />],
] as const;

it.each(forms)(
  'keeps %s over the end of a session, and gives it back once',
  async (label, form) => {
    fakeApi();
    signInAs('SUPER');
    const screen = await renderScreen(form);
    await screen.getByLabelText(label, { exact: true }).fill('as far as I came');
    endSession('Over.');
    await screen.unmount();
    signInAs('SUPER');
    const again = await renderScreen(form);
    const input = again.getByLabelText(label, { exact: true });
    await expect.element(input).toHaveValue('as far as I came');
    await again.unmount();
    const third = await renderScreen(form);
    await expect.element(third.getByLabelText(label, { exact: true })).toHaveValue('');
  },
);

it('gives nobody else what was typed', async () => {
  fakeApi();
  signInAs('SUPER');
  const dialog = <DecideDialog decision="failed" request={cashRequest()} {...open} />;
  const screen = await renderScreen(dialog);
  await screen.getByLabelText('Reason').fill('between us');
  endSession('Over.');
  await screen.unmount();
  const userDetails = { _id: 2n, username: 'oscar', name: 'Oscar', role: 'SUPER' } as const;
  setSession({ token: 'another', userDetails });
  const again = await renderScreen(dialog);
  await expect.element(again.getByLabelText('Reason')).toHaveValue('');
});

it('gives a reason back to the dialog that it was typed into, and to no other', async () => {
  fakeApi().answer(maintenance.get, { isMaintenance: false });
  signInAs('SUPER');
  const screen = await renderScreen(<MaintenanceSwitch />);
  await screen.getByLabelText('Maintenance').selectOptions('Maintenance: On');
  await screen.getByLabelText('Reason').fill('New cards');
  endSession('Over.');
  await screen.unmount();
  signInAs('SUPER');
  const again = await renderScreen(<MaintenanceSwitch />);
  await again.getByLabelText('Maintenance').selectOptions('Maintenance: On');
  await expect.element(again.getByLabelText('Reason')).toHaveValue('New cards');
  await again.getByRole('button', { name: 'Cancel' }).click();
  await again.getByLabelText('Maintenance').selectOptions('Maintenance: On');
  await expect.element(again.getByLabelText('Reason')).toHaveValue('');
});

it('keeps the reason of a reset', async () => {
  fakeApi();
  signInAs('SUPER');
  const section = <OperatorSecondFactor userId={5n} profile={profile as never} />;
  const screen = await renderScreen(section);
  await screen.getByRole('button', { name: 'Reset two-factor sign-in' }).click();
  await screen.getByLabelText('Reason').fill('Lost phone');
  endSession('Over.');
  await screen.unmount();
  signInAs('SUPER');
  const again = await renderScreen(section);
  await again.getByRole('button', { name: 'Reset two-factor sign-in' }).click();
  await expect.element(again.getByLabelText('Reason')).toHaveValue('Lost phone');
});
