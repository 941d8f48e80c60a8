import { type RefObject, useLayoutEffect } from 'react';

/** `/` leads to the search box, unless something is typed or a dialog is open. */
export function useSearchKey(box: RefObject<HTMLInputElement | null>) {
  // Not after the paint: whoever sees the box may press the key.
  useLayoutEffect(() => {
    const find = (event: KeyboardEvent) => {
      if (event.key !== '/' || isForOthers(event)) return;
      event.preventDefault();
      box.current?.focus();
      box.current?.select();
    };
    document.addEventListener('keydown', find);
    return () => document.removeEventListener('keydown', find);
  }, [box]);
}

function isForOthers(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true;
  if (document.querySelector('[role=dialog]')) return true;
  const typing = 'input, select, textarea, [contenteditable]';
  return event.target instanceof Element && event.target.closest(typing) !== null;
}
