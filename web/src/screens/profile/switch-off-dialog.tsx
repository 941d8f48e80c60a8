import { PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { secondFactor } from '@pitboss/contract/second-factor';
import { requiredText } from '#src/lib/field-problem.ts';
import { useWrite } from '#src/lib/use-api.ts';
import { Form } from '#src/ui/form.tsx';
import { FormButtons } from '#src/ui/form-buttons.tsx';
import { FormDialog } from '#src/ui/form-dialog.tsx';
import { useForm } from '#src/ui/use-form.ts';

interface Props {
  opened: boolean;
  onClose: () => void;
}

export function SwitchOffDialog({ opened, onClose }: Props) {
  return (
    <FormDialog opened={opened} onClose={onClose} title="Switch off two-factor sign-in">
      <SwitchOffForm onDone={onClose} />
    </FormDialog>
  );
}

function SwitchOffForm({ onDone }: { onDone: () => void }) {
  const required = (value: string) => (value === '' ? requiredText : null);
  const form = useForm({
    initialValues: { password: '', code: '' },
    validate: { password: required, code: required },
  });
  const switchOff = useWrite(secondFactor.off, {
    refreshes: [secondFactor.get],
    done: 'Two-factor sign-in is off.',
    failed: 'Could not be switched off. Please try again.',
    onDone,
    fields: form.fields,
    isFieldEnough: true,
  });
  return (
    <Form form={form} onSubmit={(body) => switchOff.mutate({ body })}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          Your password alone signs you in afterwards.
        </Text>
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          data-autofocus
          {...form.getInputProps('password')}
        />
        <TextInput
          label="Code"
          description="From your authenticator app, or a recovery code."
          autoComplete="one-time-code"
          {...form.getInputProps('code')}
        />
        <FormButtons
          submit="Switch off"
          isReady={true}
          isBusy={switchOff.isPending}
          onCancel={onDone}
        />
      </Stack>
    </Form>
  );
}
