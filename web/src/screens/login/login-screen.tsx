import { Button, Paper, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { auth } from '@pitboss/contract/auth';
import type { BodyOf } from '@pitboss/contract/endpoint';
import { type ChangeEvent, type FormEvent, type KeyboardEvent, useEffect, useState } from 'react';
import { afterPress } from '#src/lib/after-press.ts';
import { readLeftPage } from '#src/lib/left-page.ts';
import { setSession } from '#src/lib/session.ts';
import { toast } from '#src/lib/toast.ts';
import { useWrite } from '#src/lib/use-api.ts';
import classes from './login-screen.module.css';

type Field = keyof BodyOf<typeof auth.login>;
type Values = Record<Field, string>;

const empty: Values = { username: '', password: '', code: '' };
const required: Values = {
  username: 'Username is required',
  password: 'Password is required',
  code: 'Code is required',
};

/** Two fields need no form library, which would be a good part of what this page loads. */
export function LoginScreen() {
  const signIn = useWrite(auth.login, {
    failed: 'Login failed. Please try again.',
    // That a code is wanted is no failure: the field for it says so.
    fields: {
      has: (field) => field === 'code',
      show: ({ code }) => {
        if (!code) return;
        setProblems(isCodeAsked ? { code } : {});
        setCodeAsked(true);
      },
    },
    isFieldEnough: true,
    // The guard of the login page then leads on to the dashboard.
    onDone: ({ data }) => setSession(data),
  });
  const [values, setValues] = useState(empty);
  const [problems, setProblems] = useState<Partial<Values>>({});
  const [isCodeAsked, setCodeAsked] = useState(false);
  const { username, password, code } = values;
  const isComplete = username !== '' && password !== '' && (!isCodeAsked || code !== '');
  const check = (name: Field) =>
    setProblems((known) => ({ ...known, [name]: values[name] ? undefined : required[name] }));
  const field = (name: Field) => ({
    value: values[name],
    error: problems[name],
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      setValues({ ...values, [name]: event.currentTarget.value });
      setProblems({ ...problems, [name]: undefined });
    },
    onBlur: () => afterPress(() => check(name)),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isComplete) return;
    signIn.mutate({ body: { username, password, ...(isCodeAsked ? { code } : {}) } });
  };
  // A disabled button keeps the browser from submitting, so Enter must be heard by itself.
  const sayIncomplete = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || isComplete || !(event.target instanceof HTMLInputElement)) return;
    check('username');
    check('password');
    toast.error('Please enter both username and password', 'Validation Error');
  };

  return (
    <main className={classes.page}>
      <Paper withBorder shadow="sm" className={classes.card ?? ''}>
        <Title order={1} size="h3">
          ADMIN PANEL
        </Title>
        <Text c="dimmed" size="sm" mb="lg">
          Sign in to manage your clients.
        </Text>
        <LeftReason />
        <form noValidate onSubmit={submit} onKeyDown={sayIncomplete}>
          <Stack gap="md">
            <TextInput
              label="Username"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              {...field('username')}
            />
            <PasswordInput
              label="Password"
              autoComplete="current-password"
              {...field('password')}
            />
            {isCodeAsked && (
              <TextInput
                label="Code"
                description="From your authenticator app, or a recovery code."
                autoComplete="one-time-code"
                autoCapitalize="none"
                spellCheck={false}
                autoFocus
                {...field('code')}
              />
            )}
            <Button type="submit" fullWidth disabled={!isComplete || signIn.isPending}>
              Login
            </Button>
          </Stack>
        </form>
      </Paper>
    </main>
  );
}

/** Why somebody was signed out, until the next key. */
function LeftReason() {
  const [reason, setReason] = useState(() => readLeftPage()?.reason);
  useEffect(() => {
    const forget = () => setReason(undefined);
    document.addEventListener('keydown', forget, { once: true });
    return () => document.removeEventListener('keydown', forget);
  }, []);
  return reason ? (
    <Text role="status" mb="md" className={classes.reason ?? ''}>
      You were signed out: {reason}
    </Text>
  ) : null;
}
