import { useLocation } from '@tanstack/react-router';
import { type ComponentType, type RefObject, useCallback, useRef, useState } from 'react';
import { useFetchedPart } from '#src/ui/use-fetched-part.ts';

/** What a popup knows of the button that it hangs from. */
export interface Popup {
  target: RefObject<HTMLButtonElement | null>;
  opened: boolean;
  onChange: (opened: boolean) => void;
}

/** A button of the header that stays the same one when what it opens has been fetched. */
export function usePopup<Props extends Popup>(load: () => Promise<ComponentType<Props>>) {
  const target = useRef<HTMLButtonElement>(null);
  const [isWanted, setWanted] = useState(false);
  const path = useLocation({ select: ({ pathname }) => pathname });
  const [openedAt, setOpenedAt] = useState(path);
  // It was opened on another screen, which Back has left behind.
  if (path !== openedAt) {
    setOpenedAt(path);
    setWanted(false);
  }
  const callOff = useCallback(() => setWanted(false), []);
  const { Part, opened, need, near } = useFetchedPart(load, { isWanted, callOff });
  const press = () => {
    need();
    setWanted(!isWanted);
  };
  return {
    Part,
    button: { ref: target, 'aria-expanded': isWanted, onClick: press, ...near },
    popup: { target, opened, onChange: setWanted },
  };
}
