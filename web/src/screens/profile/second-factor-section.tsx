import IconCheck from 'tabler:check';
import { Button, Group, Paper, Skeleton, Text, Title } from '@mantine/core';
import { type SecondFactor, secondFactor } from '@pitboss/contract/second-factor';
import { isNoSuchCall } from '#src/lib/api-error.ts';
import { formatTimestamp } from '#src/lib/format.ts';
import { useRead } from '#src/lib/use-api.ts';
import { LoadFailure } from '#src/ui/load-failure.tsx';
import { StatusBadge } from '#src/ui/status-badge.tsx';
import { useRowDialog } from '#src/ui/use-row-dialog.ts';
import { EnrolDialog } from './enrol-dialog.tsx';
import { RenewCodesDialog } from './renew-codes-dialog.tsx';
import { SwitchOffDialog } from './switch-off-dialog.tsx';

type Kind = 'on' | 'off' | 'codes';

/** The operator's own second factor: what is so, and the ways to change it. */
export function SecondFactorSection() {
  const { data, error, refetch } = useRead(secondFactor.get, {}, { isExtra: true });
  const { subject, opened, show, close } = useRowDialog<{ kind: Kind }>();
  const isOpen = (kind: Kind) => ({ opened: opened && subject?.kind === kind, onClose: close });
  if (isNoSuchCall(error)) return null;
  return (
    <Paper withBorder p="lg" mt="md" component="section" aria-label="Two-factor sign-in">
      <Group gap="sm" mb="xs">
        <Title order={2} size="h4">
          Two-factor sign-in
        </Title>
        {data?.since && <StatusBadge status="On" icon={IconCheck} />}
      </Group>
      {data && <State state={data} onAsk={(kind) => show({ kind })} />}
      {!data && error && <LoadFailure error={error} onRetry={() => refetch()} />}
      {!data && !error && <Skeleton height={70} />}
      {subject?.kind === 'on' && <EnrolDialog {...isOpen('on')} />}
      {subject?.kind === 'off' && <SwitchOffDialog {...isOpen('off')} />}
      {subject?.kind === 'codes' && <RenewCodesDialog {...isOpen('codes')} />}
    </Paper>
  );
}

function State({ state, onAsk }: { state: SecondFactor; onAsk: (kind: Kind) => void }) {
  const { since, recoveryCodesLeft, isRequired } = state;
  if (!since) {
    return (
      <>
        <Text size="sm" mb="sm">
          With it a password alone opens nothing: your phone shows a code that you enter besides.
        </Text>
        <Button onClick={() => onAsk('on')}>Switch on</Button>
      </>
    );
  }
  return (
    <>
      <Text size="sm">On since {formatTimestamp(since)}.</Text>
      <Text size="sm" mb="sm" c={recoveryCodesLeft > 2 ? 'dimmed' : 'red'}>
        {recoveryCodesLeft} of 10 recovery codes left.
        {isRequired && ' It is required for your account.'}
      </Text>
      <Group gap="sm">
        <Button variant="default" onClick={() => onAsk('codes')}>
          New recovery codes
        </Button>
        {!isRequired && (
          <Button variant="default" onClick={() => onAsk('off')}>
            Switch off
          </Button>
        )}
      </Group>
    </>
  );
}
