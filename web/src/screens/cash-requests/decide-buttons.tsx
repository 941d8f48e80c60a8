import { Button, Group } from '@mantine/core';
import type { CashRequest } from '@pitboss/contract/cash-requests';
import { useDesk } from './desk.ts';
import { RequestStatus } from './request-status.tsx';

interface Props {
  request: CashRequest;
  onClose: () => void;
}

/** Decides from within a dialog what the operator has just looked at there. */
export function DecideButtons({ request, onClose }: Props) {
  const { choose } = useDesk();
  if (request.status !== 'pending') return <RequestStatus request={request} />;
  const decide = (decision: 'success' | 'failed') => {
    onClose();
    choose(request, decision);
  };
  return (
    <Group justify="flex-end" gap="sm">
      <Button variant="default" onClick={() => decide('failed')}>
        Failed
      </Button>
      <Button onClick={() => decide('success')}>Success</Button>
    </Group>
  );
}
