import { Button, Group } from '@mantine/core';
import type { CashRequest } from '@pitboss/contract/cash-requests';
import { paymentWords, useDesk } from './desk.ts';
import { RequestStatus } from './request-status.tsx';

interface Props {
  request: CashRequest;
  onClose: () => void;
}

/** Decides from within a dialog what the operator has just looked at there. */
export function DecideButtons({ request, onClose }: Props) {
  const { show } = useDesk();
  if (request.status !== 'pending') return <RequestStatus request={request} />;
  const decide = (kind: 'success' | 'failed') => {
    onClose();
    show({ kind, request });
  };
  return (
    <Group justify="flex-end" gap="sm">
      <Button variant="default" onClick={() => decide('failed')}>
        Reject
      </Button>
      <Button onClick={() => decide('success')}>{paymentWords(request)}</Button>
    </Group>
  );
}
