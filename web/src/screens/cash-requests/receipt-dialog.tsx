import IconExternalLink from 'tabler:external-link';
import { Anchor, Group, Stack } from '@mantine/core';
import { type CashRequest, cashRequests } from '@pitboss/contract/cash-requests';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { refresh } from '#src/lib/refresh.ts';
import { Modal } from '#src/ui/modal.tsx';
import classes from './cash-requests.module.css';
import { DecideButtons } from './decide-buttons.tsx';
import { RequestFacts } from './request-facts.tsx';

interface Props {
  request: CashRequest;
  opened: boolean;
  onClose: () => void;
}

export function ReceiptDialog({ request, opened, onClose }: Props) {
  return (
    <Modal opened={opened} onClose={onClose} title="Receipt" size="lg">
      <Stack gap="sm">
        <Receipt request={request} />
        <RequestFacts request={request} />
        <DecideButtons request={request} onClose={onClose} />
      </Stack>
    </Modal>
  );
}

/** An address that no longer shows the picture is asked for anew; another one is tried again. */
function Receipt({ request: { receiptUrl, user } }: { request: CashRequest }) {
  const client = useQueryClient();
  const [failedUrl, setFailedUrl] = useState<string>();
  if (!receiptUrl || receiptUrl === failedUrl) {
    return <p className={classes.noReceipt}>No image found</p>;
  }
  const fail = () => {
    setFailedUrl(receiptUrl);
    refresh(client, cashRequests.list.name);
  };
  return (
    <>
      <img
        src={receiptUrl}
        alt={`Receipt of ${user.username}`}
        className={classes.receipt}
        onError={fail}
      />
      <Anchor href={receiptUrl} target="_blank" rel="noopener noreferrer" size="sm">
        <Group gap={4} justify="center">
          <IconExternalLink size={16} />
          Open at full size
        </Group>
      </Anchor>
    </>
  );
}
