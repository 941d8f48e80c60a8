import { Button, Group, Modal, Text } from '@mantine/core';
import type { ReactNode } from 'react';

interface Props {
  opened: boolean;
  title: string;
  question: string;
  isBusy?: boolean;
  /** The key that confirms is at hand as soon as the dialog opens. */
  isQuick?: boolean;
  /** False where the focus has been led elsewhere before it closes. */
  returnsFocus?: boolean;
  /** What the question is about, between it and the buttons. */
  children?: ReactNode;
  onConfirm: () => void;
  onCancel: () => void;
}

export function ConfirmDialog(props: Props) {
  const { opened, title, question, isBusy = false, isQuick = false, onConfirm, onCancel } = props;
  const { returnsFocus = true } = props;
  return (
    <Modal opened={opened} onClose={onCancel} title={title} returnFocus={returnsFocus}>
      <Text mb="lg" style={{ overflowWrap: 'anywhere' }}>
        {question}
      </Text>
      {props.children}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button
          onClick={onConfirm}
          // A key held down from before the dialog was there confirms nothing.
          onKeyDown={(event) => event.repeat && event.preventDefault()}
          disabled={isBusy}
          data-autofocus={isQuick || undefined}
        >
          Confirm
        </Button>
      </Group>
    </Modal>
  );
}
