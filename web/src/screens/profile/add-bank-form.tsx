import { Button, Group, Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import { isNotEmpty, matches } from '@mantine/form';
import { useDraft } from '#src/lib/use-draft.ts';
import { Form } from '#src/ui/form.tsx';
import { useForm } from '#src/ui/use-form.ts';

/** Two capital letters, two digits, then 11 to 30 letters or digits. */
const ibanPattern = /^[A-Z]{2}\d{2}[A-Za-z0-9]{11,30}$/;
const usernameLengthMin = 3;

/** Submitting this form makes no call: docs/panel.md, Profile. */
export function AddBankForm() {
  const form = useForm({
    initialValues: { username: '', iban: '', bankName: '' },
    validate: {
      username: (username) =>
        username.length < usernameLengthMin ? 'Username must be at least 3 characters long.' : null,
      iban: matches(ibanPattern, 'IBAN format is invalid.'),
      bankName: isNotEmpty('This field is required.'),
    },
  });
  useDraft('own bank', form);
  return (
    <Paper withBorder p="lg">
      <Form
        form={form}
        // The IBAN stays out of every log, this one included.
        onSubmit={({ username, bankName }) => {
          console.log('Add Bank Account', { username, bankName });
          form.resetDirty();
        }}
      >
        <Title order={2} size="h4">
          Add Bank Account
        </Title>
        <Text size="sm" c="dimmed" mb="md">
          This form only checks what you enter; nothing is sent or stored.
        </Text>
        <Stack gap="md">
          <TextInput label="Username" autoComplete="off" {...form.getInputProps('username')} />
          <TextInput label="IBAN" autoComplete="off" {...form.getInputProps('iban')} />
          <TextInput label="Bank Name" autoComplete="off" {...form.getInputProps('bankName')} />
          <Group justify="flex-end">
            <Button type="submit">Add Bank Account</Button>
          </Group>
        </Stack>
      </Form>
    </Paper>
  );
}
