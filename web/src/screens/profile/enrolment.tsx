import { Button, Stack, Text, TextInput } from '@mantine/core';
import { secondFactor } from '@pitboss/contract/second-factor';
import { type FormEvent, useState } from 'react';
import { useWrite } from '#src/lib/use-api.ts';
import { CopiedText } from '#src/ui/copied-text.tsx';
import { QrCode } from './qr-code.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

interface Props {
  /** It is on now, and the recovery codes are shown. */
  onOn?: () => void;
  onDone: () => void;
}

/** From nothing to a second factor: the secret, a first code of it, the recovery codes. */
export function Enrolment({ onOn, onDone }: Props) {
  const [problem, setProblem] = useState<string>();
  const begin = useWrite(secondFactor.begin, {
    fixedWords: 'done',
    failed: 'Could not begin. Please try again.',
  });
  const confirm = useWrite(secondFactor.confirm, {
    done: 'Two-factor sign-in is on.',
    failed: 'Could not be switched on. Please try again.',
    fields: { has: (field) => field === 'code', show: ({ code }) => setProblem(code) },
    isFieldEnough: true,
    onDone: () => onOn?.(),
  });
  const made = begin.data?.data;
  const codes = confirm.data?.data.recoveryCodes;
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />;
  if (!made) {
    return (
      <Stack gap="md" align="flex-start">
        <Text size="sm">
          You need an authenticator app on your phone, such as Aegis, Google Authenticator or
          1Password. All your other sessions end when it is switched on.
        </Text>
        <Button onClick={() => begin.mutate({})} disabled={begin.isPending} data-autofocus>
          Begin
        </Button>
      </Stack>
    );
  }
  return (
    <Stack gap="md">
      <Text size="sm">1. Scan this with your app, or type the secret into it.</Text>
      <QrCode text={made.uri} label="QR code of the secret" />
      <CopiedText title="secret" shown={grouped(made.secret)} text={made.secret} isCode />
      <Text size="sm">2. Enter the six digits that the app shows.</Text>
      <CodeForm
        problem={confirm.isError ? problem : undefined}
        isBusy={confirm.isPending}
        onCode={(code) => confirm.mutate({ body: { code } })}
      />
    </Stack>
  );
}

interface CodeFormProps {
  problem: string | undefined;
  isBusy: boolean;
  onCode: (code: string) => void;
}

function CodeForm({ problem, isBusy, onCode }: CodeFormProps) {
  const [code, setCode] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (code.trim() !== '') onCode(code);
  };
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="sm">
        <TextInput
          label="Code"
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus
          value={code}
          error={problem}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <Button type="submit" disabled={code.trim() === '' || isBusy}>
          Switch on
        </Button>
      </Stack>
    </form>
  );
}

/** In fours, which are easier to type. */
function grouped(secret: string): string {
  return secret.match(/.{1,4}/g)?.join(' ') ?? secret;
}
