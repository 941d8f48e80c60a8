type Change = (change: (text: string) => string) => void;

/**
 * Who types right after Ctrl-K types for a field that may still be on its way: until a dialog has
 * the focus its letters are kept for it, and no key reaches what stands below.
 */
export function typeAhead(change: Change, cancel: () => void): () => void {
  const press = (event: KeyboardEvent) => {
    if (document.activeElement?.closest('[role="dialog"]')) return stop();
    const { key, ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey || altKey) return;
    event.preventDefault();
    event.stopPropagation();
    if (key === 'Escape') cancel();
    else if (key === 'Backspace') change((text) => text.slice(0, -1));
    else if (key.length === 1) change((text) => text + key);
  };
  const stop = () => window.removeEventListener('keydown', press, true);
  window.addEventListener('keydown', press, true);
  return stop;
}
