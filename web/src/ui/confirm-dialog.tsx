import { Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Modal } from './modal.tsx';

interface Props {
  opened: boolean;
  title: string;
  question: string;
  /** What the buttons say. */
  confirm?: string;
  cancel?: string;
  /** Something is lost by it. */
  isDanger?: boolean;
  /** False while something is missing that it asks for. */
  isReady?: boolean;
  isBusy?: boolean;
  /** False where the focus has been led elsewhere before it closes. */
  returnsFocus?: boolean;
  /** What the question is about, between it and the buttons. */
  children?: ReactNode;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Dark enough for white words, by day and by night. */
const dangerVars = () => ({
  root: { '--button-bg': 'var(--danger)', '--button-hover': 'var(--danger-hover)' },
});

/** The focus is never on the button that goes on: a key meant for the page confirms nothing. */
export function ConfirmDialog(props: Props) {
  const { opened, title, question, isBusy = false, isReady = true, onConfirm, onCancel } = props;
  const { returnsFocus = true, confirm = 'Confirm', cancel = 'Cancel', isDanger = false } = props;
  return (
    <Modal opened={opened} onClose={onCancel} title={title} returnFocus={returnsFocus}>
      <Text mb="lg" style={{ overflowWrap: 'anywhere' }}>
        {question}
      </Text>
      {props.children}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onCancel}>
          {cancel}
        </Button>
        <Button
          // Of a double click only the first counts: the second may meet another question.
          onClick={(event) => event.detail < 2 && onConfirm()}
          // A key held down from before the dialog was there confirms nothing.
          onKeyDown={(event) => event.repeat && event.preventDefault()}
          disabled={isBusy || !isReady}
          {...(isDanger ? { vars: dangerVars } : {})}
        >
          {confirm}
        </Button>
      </Group>
    </Modal>
  );
}
