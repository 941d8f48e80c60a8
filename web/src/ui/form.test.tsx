import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderScreen } from '#src/test/render-screen.tsx';
import { Form } from './form.tsx';
import { FormDialog } from './form-dialog.tsx';
import { useForm } from './use-form.ts';

const saved = vi.fn();
const pressed = vi.fn();

function NameForm({ onSave = saved }: { onSave?: () => void }) {
  const form = useForm({
    initialValues: { name: '', place: '' },
    validate: {
      name: (name) => (name ? null : 'A name is required.'),
      place: (place) => (place ? null : 'A place is required.'),
    },
  });
  return (
    <>
      <Form form={form} onSubmit={onSave}>
        <TextInput label="Name" {...form.getInputProps('name')} />
        <TextInput label="Place" {...form.getInputProps('place')} />
        <Button type="submit" disabled={!form.isValid()}>
          Save
        </Button>
      </Form>
      <Button onClick={() => form.reset()}>Reset</Button>
      <Button onClick={pressed}>Other</Button>
    </>
  );
}

function NameDialog() {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button onClick={() => setOpened(true)}>Open</Button>
      <FormDialog opened={opened} onClose={() => setOpened(false)} title="Names">
        <NameForm onSave={() => setOpened(false)} />
      </FormDialog>
    </>
  );
}

it('says what is wrong with a field that was left, after the click that left it', async () => {
  const screen = await renderScreen(<NameForm />);
  const other = screen.getByRole('button', { name: 'Other' });
  await screen.getByLabelText('Name').click();
  const top = () => (other.element() as HTMLElement).offsetTop;
  const tops = new Set([top()]);
  for (const type of ['mousedown', 'focusin', 'mouseup', 'click']) {
    other.element().addEventListener(type, () => tops.add(top()));
  }
  pressed.mockClear();
  await other.click();
  expect(pressed).toHaveBeenCalledOnce();
  expect(tops.size).toBe(1);
  await expect.element(screen.getByText('A name is required.')).toBeVisible();
  await expect.element(screen.getByText('A place is required.')).not.toBeInTheDocument();
});

it('says nothing about a field that was not touched since the form began anew', async () => {
  const screen = await renderScreen(<NameForm />);
  const name = screen.getByLabelText('Name');
  await name.fill('Olga');
  screen
    .getByRole('button', { name: 'Reset' })
    .element()
    .dispatchEvent(new MouseEvent('click', { bubbles: true }));
  await expect.element(name).toHaveValue('');
  await expect.element(name).toHaveFocus();
  await screen.getByRole('button', { name: 'Other' }).click();
  await expect.element(screen.getByRole('button', { name: 'Other' })).toHaveFocus();
  await expect.element(screen.getByText('A name is required.')).not.toBeInTheDocument();
});

it('marks every field on Enter, also while its button is disabled', async () => {
  saved.mockClear();
  const screen = await renderScreen(<NameForm />);
  await screen.getByLabelText('Name').fill('Olga');
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText('A place is required.')).toBeVisible();
  expect(saved).not.toHaveBeenCalled();
});

it('asks before Escape throws changes away, and not without changes or after saving', async () => {
  const screen = await renderScreen(<NameDialog />);
  const open = screen.getByRole('button', { name: 'Open' });
  const dialog = screen.getByRole('dialog', { name: 'Names' });
  const question = screen.getByRole('dialog', { name: 'Leave without saving?' });
  await open.click();
  await expect.element(dialog).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();

  await open.click();
  await dialog.getByLabelText('Name').fill('Olga');
  await userEvent.keyboard('{Escape}');
  await expect.element(question).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(dialog.getByLabelText('Name')).toHaveValue('Olga');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await question.getByRole('button', { name: 'Stay' }).click();
  await dialog.getByLabelText('Place').fill('Here');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(question).not.toBeInTheDocument();

  await open.click();
  await dialog.getByLabelText('Name').fill('Olga');
  await userEvent.keyboard('{Escape}');
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
});
