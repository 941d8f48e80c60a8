import { ApiError, failureText } from './api-error.ts';

/** Where a form shows what the server has against a field of it. */
export interface Fields {
  has: (field: string) => boolean;
  show: (errors: Record<string, string>) => void;
}

interface Reason {
  /** The server's own words, as far as no field of the form says them already. */
  unsaid: string;
  isAtField: boolean;
}

/** Why it failed, shared out between the fields of the form and what is said beside them. */
export function reasonOf(error: unknown, fields: Fields | undefined): Reason {
  const entries = error instanceof ApiError ? Object.entries(error.errors) : [];
  const shown = entries.filter(([field]) => fields?.has(field));
  const said = new Set(shown.flatMap(([field, words]) => [words, `${field}: ${words}`]));
  const message = failureText(error, '');
  const isAtField = shown.length > 0;
  if (!said.has(message)) return { unsaid: message, isAtField };
  const others = entries.map(([, words]) => words).filter((words) => !said.has(words));
  return { unsaid: [...new Set(others)].join(' '), isAtField };
}
