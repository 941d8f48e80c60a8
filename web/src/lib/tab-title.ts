let title = '';
let count = 0;

/** What the page is called in the browser's bar. */
export function setTabTitle(next: string): void {
  title = next;
  write();
}

/** What the page is called, without what waits and the panel's own name. */
export function tabTitle(): string {
  return title;
}

/** How many things wait, in front of the title. */
export function setTabCount(next: number): void {
  count = next;
  write();
}

function write(): void {
  const words = title ? `${title} | ADMIN PANEL` : 'ADMIN PANEL';
  const many = count > 99 ? '99+' : String(count);
  document.title = count > 0 ? `(${many}) ${words}` : words;
}
