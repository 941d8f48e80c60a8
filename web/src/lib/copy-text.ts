/** Puts text on the clipboard; rejects where the browser will not have it. */
export async function copyText(text: string): Promise<void> {
  // The clipboard proper exists only where the panel is served with TLS.
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  copyBySelection(text);
}

function copyBySelection(text: string) {
  const before = document.activeElement instanceof HTMLElement ? document.activeElement : undefined;
  const field = document.createElement('textarea');
  field.value = text;
  field.readOnly = true;
  Object.assign(field.style, { position: 'fixed', opacity: '0' });
  // Inside of the open dialog, or the dialog would take the focus back before the copy is made.
  (before?.parentElement ?? document.body).append(field);
  field.select();
  const isCopied = document.execCommand('copy');
  field.remove();
  before?.focus();
  if (!isCopied) throw new Error('The browser refused to copy.');
}
