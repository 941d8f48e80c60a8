import { Paper, Skeleton, Stack, Title } from '@mantine/core';
import { type SecuritySettings, security } from '@pitboss/contract/security';
import { isNoSuchCall } from '#src/lib/api-error.ts';
import { useRead, useWrite } from '#src/lib/use-api.ts';
import { LoadFailure } from '#src/ui/load-failure.tsx';
import { Checkbox } from '#src/ui/styled/checkbox.ts';

const words: Record<keyof SecuritySettings, { label: string; description: string }> = {
  isSecondFactorRequired: {
    label: 'Require two-factor sign-in',
    description: 'Operators without it can only set it up, and do nothing else until they have.',
  },
  isStepUpForOperators: {
    label: 'Confirm role changes and deletes of operators',
    description: 'Asks for the password or a code again when the last was ten minutes ago.',
  },
};

/** What SUPER decides for every operator below. */
export function OperatorSecuritySection() {
  const { data, error, refetch } = useRead(security.get, {}, { isExtra: true });
  const save = useWrite(security.set, {
    refreshes: [security.get],
    done: 'Security settings changed.',
    failed: 'The settings could not be changed. Please try again.',
  });
  const shown = data && { ...data, ...(save.isPending ? save.variables.body : {}) };
  if (isNoSuchCall(error)) return null;
  return (
    <Paper withBorder p="lg" mt="md" component="section" aria-label="Security of operators">
      <Title order={2} size="h4" mb="sm">
        Security of operators
      </Title>
      {shown && (
        <Stack gap="md">
          {(Object.keys(words) as (keyof SecuritySettings)[]).map((name) => (
            <Checkbox
              key={name}
              {...words[name]}
              checked={shown[name] === true}
              disabled={save.isPending}
              onChange={(event) => save.mutate({ body: { [name]: event.currentTarget.checked } })}
            />
          ))}
        </Stack>
      )}
      {!data && error && <LoadFailure error={error} onRetry={() => refetch()} />}
      {!data && !error && <Skeleton height={90} />}
    </Paper>
  );
}
