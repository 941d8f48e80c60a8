import { Alert, Stack, TextInput } from '@mantine/core';
import type { CashRequest } from '@pitboss/contract/cash-requests';
import { type KeyboardEvent, useState } from 'react';
import { useDraft } from '#src/lib/use-draft.ts';
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx';
import { HeldOrders } from '#src/ui/held-orders.tsx';
import { useForm } from '#src/ui/use-form.ts';
import { isFinal, paymentWords } from './desk.ts';
import { RejectReason } from './reject-reason.tsx';
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

/** Given, word for word. */
const questions = {
  success:
    'Are you sure you want to update the status to success? Once done, this cannot be undone.',
  failed: 'Are you sure you want to update the status to failed?',
};

export function DecideDialog({ decision, request, opened, onClose }: Props) {
  const form = useForm({ initialValues: { note: '' } });
  const { note } = form.values;
  const setNote = (words: string) => form.setFieldValue('note', words);
  useDraft(`${decision} ${request._id}`, form, opened);
  // A decision leads on to the next row; everything else back to where the dialog was opened.
  const [leadsOn, setLeadsOn] = useState(false);
  const close = (isDone = false) => {
    setLeadsOn(isDone);
    form.reset();
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
  const isRejection = decision === 'failed';
  const isReady = !isRejection || note.trim() !== '';
  const isBusy = isPending || isDecided || isHeld;
  const confirm = () => decide(request, decision, note);
  const input = {
    value: note,
    maxLength: noteLengthMax,
    // What is typed shall be a note, and never press a button.
    'data-autofocus': true,
    onKeyDown: (event: KeyboardEvent) => {
      const isMeant = isRejection || event.ctrlKey || event.metaKey;
      if (event.key !== 'Enter' || event.repeat || event.nativeEvent.isComposing) return;
      if (isMeant && isReady && !isBusy) confirm();
    },
  };
  return (
    <ConfirmDialog
      opened={opened}
      title={isRejection ? 'Confirm Failed' : 'Confirm Success'}
      question={questions[decision]}
      confirm={isRejection ? 'Reject' : `Confirm · ${paymentWords(request)}`}
      isDanger={isRejection}
      isReady={isReady}
      isBusy={isBusy}
      returnsFocus={!leadsOn}
      onConfirm={confirm}
      onCancel={() => close()}
    >
      <Stack gap="sm" mb="lg">
        <RequestFacts request={request} />
        <HeldOrders about={decisionAbout(request)} />
        {isDecided && !isPending && <Alert color="gray">It is {request.status} by now.</Alert>}
        {isRejection ? (
          <RejectReason type={request.type} onReason={setNote} {...input} />
        ) : (
          <TextInput
            label="Note"
            placeholder="Optional"
            autoComplete="off"
            onChange={(event) => setNote(event.currentTarget.value)}
            {...input}
          />
        )}
      </Stack>
    </ConfirmDialog>
  );
}
