import { expect, it, onTestFinished, vi } from 'vitest';
import { cashRequest } from '#src/test/cash.ts';
import { renderScreen, signInAs } from '#src/test/render-screen.tsx';
import { BankDetailsDialog } from './bank-details-dialog.tsx';

async function renderDialog() {
  signInAs('ADMIN');
  const bank = { bankName: 'Harbor', accountHolderName: 'Olga', accountNumber: '400', IBAN: '' };
  const screen = await renderScreen(
    <BankDetailsDialog request={cashRequest({ bank })} opened onClose={() => {}} />,
  );
  return { screen, copy: (title: string) => screen.getByRole('button', { name: `Copy ${title}` }) };
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
  const { screen, copy } = await renderDialog();
  await copy('Account Number').click();
  await expect.element(screen.getByText('Copied to clipboard!')).toBeVisible();
  await copy('Amount').click();
  expect(writeText.mock.calls.flat()).toEqual(['400', '1234.50']);
});

it('says when the browser refuses', async () => {
  fakeClipboard({ writeText: () => Promise.reject(new Error('not allowed')) });
  const { screen, copy } = await renderDialog();
  await copy('Bank Name').click();
  const words = 'Failed to copy to clipboard. Please try again.';
  await expect.element(screen.getByText(words)).toBeVisible();
});

it('says when there is nothing to copy', async () => {
  const { screen, copy } = await renderDialog();
  await copy('IBAN').click();
  await expect.element(screen.getByText('Nothing to copy.')).toBeVisible();
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
