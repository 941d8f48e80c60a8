import { Paper, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { isNotEmpty, useForm } from '@mantine/form';
import { auth } from '@pitboss/contract/auth';
import type { KeyboardEvent } from 'react';
import { setSession } from '#src/lib/session.ts';
import { toast } from '#src/lib/toast.ts';
import { useWrite } from '#src/lib/use-api.ts';
import { SubmitButton } from '#src/ui/submit-button.tsx';
import classes from './login-screen.module.css';

export function LoginScreen() {
  const signIn = useWrite(auth.login, {
    failed: 'Login failed. Please try again.',
    // The guard of the login page then leads on to the dashboard.
    onDone: ({ data }) => setSession(data),
  });
  const form = useForm({
    initialValues: { username: '', password: '' },
    validate: {
      username: isNotEmpty('Username is required'),
      password: isNotEmpty('Password is required'),
    },
    validateInputOnBlur: true,
  });
  const isComplete = form.values.username !== '' && form.values.password !== '';
  // A disabled button keeps the browser from submitting, so Enter must be heard by itself.
  const sayIncomplete = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || isComplete || !(event.target instanceof HTMLInputElement)) return;
    form.validate();
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
        <form
          noValidate
          onSubmit={form.onSubmit((body) => signIn.mutate({ body }))}
          onKeyDown={sayIncomplete}
        >
          <Stack gap="md">
            <TextInput
              label="Username"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              {...form.getInputProps('username')}
            />
            <PasswordInput
              label="Password"
              autoComplete="current-password"
              {...form.getInputProps('password')}
            />
            <SubmitButton fullWidth disabled={!isComplete || signIn.isPending}>
              Login
            </SubmitButton>
          </Stack>
        </form>
      </Paper>
    </main>
  );
}
