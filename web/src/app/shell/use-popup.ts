import { type ComponentType, type RefObject, useRef, useState } from 'react';
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
  const [opened, setOpened] = useState(false);
  const { Part, isThere, need, near } = useFetchedPart(load);
  const press = () => {
    need();
    setOpened(!opened);
  };
  return {
    Part,
    button: { ref: target, 'aria-expanded': opened, onClick: press, ...near },
    popup: { target, opened: opened && isThere, onChange: setOpened },
  };
}
