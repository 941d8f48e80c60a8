import { Alert, Stack, TextInput } from '@mantine/core';
import type { CashRequest } from '@pitboss/contract/cash-requests';
import { useState } from 'react';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { HeldOrders } from '#src/ui/held-orders.tsx';
import { isFinal } from './desk.ts';
import { RequestFacts } from './request-facts.tsx';
import { focusNextPending } from './row-focus.ts';
import { decisionAbout, useDecide, useIsHeld } from './use-decide.ts';

interface Props {
  decision: 'success' | 'failed';
  request: CashRequest;
  opened: boolean;
  onClose: () => void;
}

const noteLengthMax = 500;

/** Spec §4, word for word; without a note failed is sent without asking. */
const questions = {
  success:
    'Are you sure you want to update the status to success? Once done, this cannot be undone.',
  failed: 'Are you sure you want to update the status to failed?',
};

export function DecideDialog({ decision, request, opened, onClose }: Props) {
  const [note, setNote] = useState('');
  // A decision leads on to the next row; everything else back to where the dialog was opened.
  const [leadsOn, setLeadsOn] = useState(false);
  const close = (isDone = false) => {
    setLeadsOn(isDone);
    setNote('');
    onClose();
  };
  const { decide, isPending } = useDecide({
    onDone: (decided) => {
      close(true);
      focusNextPending(decided);
    },
    onFailed: () => close(),
  });
  const isDecided = isFinal(request.status);
  const isHeld = useIsHeld(request);
  return (
    <ConfirmDialog
      opened={opened}
      title={decision === 'success' ? 'Confirm Success' : 'Confirm Failed'}
      question={questions[decision]}
      isBusy={isPending || isDecided || isHeld}
      isQuick={decision === 'success'}
      returnsFocus={!leadsOn}
      onConfirm={() => decide(request, decision, note)}
      onCancel={() => close()}
    >
      <Stack gap="sm" mb="lg">
        <RequestFacts request={request} />
        <HeldOrders about={decisionAbout(request)} />
        {isDecided && !isPending && <Alert color="gray">It is {request.status} by now.</Alert>}
        <TextInput
          label="Note"
          placeholder="Optional"
          maxLength={noteLengthMax}
          autoComplete="off"
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
      </Stack>
    </ConfirmDialog>
  );
}
