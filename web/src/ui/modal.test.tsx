import { Button, MantineProvider, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderScreen } from '#src/test/render-screen.tsx';
import { Modal } from './modal.tsx';

function Opener() {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button onClick={open}>Deposit/Withdraw</Button>
      <Modal opened={opened} onClose={close} title="Deposit/Withdraw">
        <TextInput label="Amount" data-autofocus />
      </Modal>
    </>
  );
}

/** Before any timer is due: a key that was pressed comes first. */
function escapeAsItAppears(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const watch = new MutationObserver(() => {
    if (!document.querySelector('[role=dialog]')) return;
    watch.disconnect();
    const key = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true });
    document.activeElement?.dispatchEvent(key);
    resolve();
  });
  watch.observe(document.body, { childList: true, subtree: true });
  return promise;
}

it('gives the focus back, also to who leaves it before it has taken the focus', async () => {
  // It is while a dialog fades that the focus can be lost, and in tests none does.
  const fading = (
    <MantineProvider env="default">
      <Opener />
    </MantineProvider>
  );
  const screen = await renderScreen(fading);
  const opener = screen.getByRole('button', { name: 'Deposit/Withdraw' });
  const dialog = screen.getByRole('dialog', { name: 'Deposit/Withdraw' });
  await opener.click();
  await expect.element(dialog.getByLabelText('Amount')).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(opener).toHaveFocus();
  const escaped = escapeAsItAppears();
  await opener.click();
  await escaped;
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(opener).toHaveFocus();
});
