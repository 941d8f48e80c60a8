import { Modal as MantineModal, type ModalProps } from '@mantine/core';
import { useLayoutEffect, useRef } from 'react';
// Its style comes with it, when the first dialog is about to open.
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';

export type { ModalProps };

/**
 * A dialog. Who leaves it in the moment before it takes the focus would lose it: it is taken while
 * the dialog fades, and gone with it. So what had the focus has it back at the end of fading.
 */
export function Modal({ opened, returnFocus = true, onExitTransitionEnd, ...props }: ModalProps) {
  const dialog = useRef<HTMLDivElement>(null);
  const cameFrom = useRef<Element>(null);
  useLayoutEffect(() => {
    if (opened) cameFrom.current = document.activeElement;
  }, [opened]);
  const leave = () => {
    onExitTransitionEnd?.();
    const isInside = dialog.current?.contains(document.activeElement);
    if (!(returnFocus && isInside && cameFrom.current instanceof HTMLElement)) return;
    cameFrom.current.focus({ preventScroll: true });
  };
  return (
    <MantineModal
      {...props}
      ref={dialog}
      opened={opened}
      returnFocus={returnFocus}
      onExitTransitionEnd={leave}
    />
  );
}
