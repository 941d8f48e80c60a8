import { Button, Group } from '@mantine/core';
import type { CashRequest } from '@pitboss/contract/cash-requests';
import { isFinal, useDesk } from './desk.ts';
import { StatusSelect } from './status-select.tsx';
import { useRunningDecision } from './use-decide.ts';

/** On a phone a request that waits is decided by two buttons, each of which asks first. */
export function CardDecision({ request }: { request: CashRequest }) {
  const { choose, show } = useDesk();
  const isRunning = useRunningDecision(request) !== undefined;
  if (isFinal(request.status)) return null;
  if (request.status !== 'pending') return <StatusSelect request={request} />;
  return (
    <Group grow gap="sm">
      <Button h={44} disabled={isRunning} onClick={() => choose(request, 'success')}>
        {request.type === 'withdraw' ? 'Pay' : 'Accept'}
      </Button>
      <Button
        h={44}
        variant="default"
        c="var(--negative)"
        disabled={isRunning}
        onClick={() => show({ kind: 'failed', request })}
      >
        Reject…
      </Button>
    </Group>
  );
}
