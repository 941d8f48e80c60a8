import type { Locator } from 'vitest/browser';

/** What stands in a table, row by row, its head first. */
export function cellsOf(table: Locator): (string | null)[][] {
  const rows = table.getByRole('row').elements();
  return rows.map((row) => [...row.children].map((cell) => cell.textContent));
}
