import { useRef } from 'react';
import { GuardContext, type IsChanged, useLeaveGuard } from './leave-guard.tsx';
import { Modal, type ModalProps } from './modal.tsx';

/** A dialog around a form: Escape, the cross and a press beside it ask before changes are lost. */
export function FormDialog({ onClose, children, ...props }: ModalProps) {
  const form = useRef<IsChanged>(() => false);
  const { leave, isAsking, question } = useLeaveGuard(() => form.current());
  return (
    <GuardContext value={form}>
      <Modal closeOnEscape={!isAsking} {...props} onClose={() => leave(onClose)}>
        {children}
      </Modal>
      {question}
    </GuardContext>
  );
}
