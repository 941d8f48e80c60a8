import { expect, it, onTestFinished, vi } from 'vitest';
import { expectNoViolation } from '#src/test/axe.ts';
import { cashRequest } from '#src/test/cash.ts';
import { renderScreen, signInAs } from '#src/test/render-screen.tsx';
import { BankDetailsDialog } from './bank-details-dialog.tsx';

async function renderDialog() {
  signInAs('ADMIN');
  const bank = { bankName: 'Harbor', accountHolderName: 'Olga', accountNumber: '400', IBAN: '' };
  const screen = await renderScreen(
    <BankDetailsDialog request={cashRequest({ bank })} opened onClose={() => {}} />,
  );
  const toasts = screen.getByRole('region', { name: 'Notifications' });
  return {
    screen,
    copy: (title: string) => screen.getByRole('button', { name: `Copy ${title}` }),
    /** What is told of what went well, and of what did not. */
    told: toasts.getByRole('status'),
    warned: toasts.getByRole('alert'),
  };
}

function fakeClipboard(clipboard: Partial<Clipboard> | undefined) {
  Object.defineProperty(navigator, 'clipboard', { value: clipboard, configurable: true });
  onTestFinished(() => {
    Reflect.deleteProperty(navigator, 'clipboard');
  });
}

it('copies the bare words and figures', async () => {
  const writeText = vi.fn(async () => {});
  fakeClipboard({ writeText });
  const { screen, copy, told } = await renderDialog();
  await expect.element(screen.getByRole('dialog').getByText('Olga')).toBeVisible();
  await expectNoViolation();
  await copy('Account Number').click();
  await expect.element(told).toHaveTextContent('SuccessCopied to clipboard!');
  await told.click();
  await expect.element(told).not.toBeInTheDocument();
  await copy('Amount').click();
  await expect.element(told).toHaveTextContent('SuccessCopied to clipboard!');
  expect(writeText.mock.calls.flat()).toEqual(['400', '1234.50']);
});

it('says when the browser refuses', async () => {
  fakeClipboard({ writeText: () => Promise.reject(new Error('not allowed')) });
  const { copy, warned } = await renderDialog();
  await copy('Bank Name').click();
  const words = 'ErrorFailed to copy to clipboard. Please try again.';
  await expect.element(warned).toHaveTextContent(words);
});

it('says when there is nothing to copy', async () => {
  const { copy, warned } = await renderDialog();
  await copy('IBAN').click();
  await expect.element(warned).toHaveTextContent('WarningNothing to copy.');
});

it('copies without a clipboard, as where there is no TLS, and keeps the focus', async () => {
  fakeClipboard(undefined);
  let selected = '';
  const command = vi.spyOn(document, 'execCommand').mockImplementation(() => {
    selected =
      document.activeElement instanceof HTMLTextAreaElement ? document.activeElement.value : '';
    return true;
  });
  onTestFinished(() => command.mockRestore());
  const { screen, copy } = await renderDialog();
  await copy('Account Holder').click();
  await expect.element(screen.getByText('Copied to clipboard!')).toBeVisible();
  expect(selected).toBe('Olga');
  await expect.element(copy('Account Holder')).toHaveFocus();
});
