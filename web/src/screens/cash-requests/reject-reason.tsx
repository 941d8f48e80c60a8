import { Button, Group, TextInput, type TextInputProps } from '@mantine/core';
import type { CashRequest } from '@pitboss/contract/cash-requests';
import { useRef } from 'react';

interface Props extends TextInputProps {
  type: CashRequest['type'];
  onReason: (reason: string) => void;
}

/** What it mostly is; anything else is typed. */
const presets = {
  deposit: ['Payment not received', 'Receipt cannot be read', 'Amount differs', 'Filed twice'],
  withdraw: ['Account details are wrong', 'Name differs', 'Not verified', 'Filed twice'],
};

/** Why a request is rejected: it stands beside the status and in the history. */
export function RejectReason({ type, onReason, ...props }: Props) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <TextInput
        ref={input}
        label="Reason"
        autoComplete="off"
        onChange={(event) => onReason(event.currentTarget.value)}
        {...props}
      />
      <Group gap={6} role="group" aria-label="Usual reasons">
        {presets[type].map((reason) => (
          <Button
            key={reason}
            size="compact-sm"
            variant="default"
            onClick={() => {
              onReason(reason);
              input.current?.focus();
            }}
          >
            {reason}
          </Button>
        ))}
      </Group>
    </>
  );
}
