import { Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { auth } from '@pitboss/contract/auth';
import { secondFactor } from '@pitboss/contract/second-factor';
import { type FormEvent, useState } from 'react';
import { answerStepUp } from '#src/lib/step-up.ts';
import { useRead, useWrite } from '#src/lib/use-api.ts';
import { FormButtons } from '#src/ui/form-buttons.tsx';
import { Modal } from '#src/ui/modal.tsx';

export function StepUpDialog({ opened }: { opened: boolean }) {
  return (
    <Modal
      opened={opened}
      onClose={() => answerStepUp(false)}
      title="Confirm it is you"
      // Above the dialog whose call asked.
      zIndex={300}
    >
      <StepUpForm />
    </Modal>
  );
}

type Way = 'password' | 'code';

function StepUpForm() {
  const { data } = useRead(secondFactor.get, {}, { overlay: false, failed: null });
  const [way, setWay] = useState<Way>('password');
  const [value, setValue] = useState('');
  const [problem, setProblem] = useState<string>();
  const prove = useWrite(auth.stepUp, {
    fixedWords: 'done',
    failed: 'That could not be checked. Please try again.',
    fields: { has: (field) => field === way, show: (errors) => setProblem(errors[way]) },
    isFieldEnough: true,
    onDone: () => answerStepUp(true),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // A portal's events rise to the form whose call asked.
    event.stopPropagation();
    if (value !== '') prove.mutate({ body: { [way]: value } });
  };
  const other: Way = way === 'password' ? 'code' : 'password';
  const input = {
    value,
    error: problem,
    'data-autofocus': true,
    onChange: (event: { currentTarget: HTMLInputElement }) => {
      setValue(event.currentTarget.value);
      setProblem(undefined);
    },
  };
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          This needs a fresh proof. It then holds for ten minutes.
        </Text>
        {way === 'password' ? (
          <PasswordInput key={way} label="Password" autoComplete="current-password" {...input} />
        ) : (
          <TextInput
            key={way}
            label="Code"
            description="From your authenticator app, or a recovery code."
            autoComplete="one-time-code"
            autoFocus
            {...input}
          />
        )}
        {data?.since && (
          <Button
            variant="subtle"
            size="compact-sm"
            style={{ alignSelf: 'flex-start' }}
            onClick={() => {
              setWay(other);
              setValue('');
              setProblem(undefined);
            }}
          >
            {other === 'code' ? 'Use a code instead' : 'Use the password instead'}
          </Button>
        )}
        <FormButtons
          submit="Confirm"
          isReady={value !== ''}
          isBusy={prove.isPending}
          onCancel={() => answerStepUp(false)}
        />
      </Stack>
    </form>
  );
}
