import { secondFactor } from '@pitboss/contract/second-factor';
import { sessions } from '@pitboss/contract/sessions';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { refresh } from '#src/lib/refresh.ts';
import { Modal } from '#src/ui/modal.tsx';
import { Enrolment } from './enrolment.tsx';

interface Props {
  opened: boolean;
  onClose: () => void;
}

export function EnrolDialog({ opened, onClose }: Props) {
  const client = useQueryClient();
  // The codes are shown this once: a stray click beside the dialog must not take them away.
  const [hasCodes, setHasCodes] = useState(false);
  const close = () => {
    setHasCodes(false);
    refresh(client, secondFactor.get.name, sessions.list.name);
    onClose();
  };
  return (
    <Modal
      opened={opened}
      onClose={close}
      title="Switch on two-factor sign-in"
      closeOnClickOutside={!hasCodes}
      closeOnEscape={!hasCodes}
    >
      <Enrolment onOn={() => setHasCodes(true)} onDone={close} />
    </Modal>
  );
}
