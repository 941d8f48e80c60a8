/**
 * What an error says, for people and logs: never nothing, and no password of an address. Of several
 * tries to connect only the single ones say what went wrong.
 */
export function sentenceOf(error: unknown): string {
  return withoutPasswords(wordsOf(error) || nameOf(error));
}

export function withoutPasswords(text: string): string {
  return text.replace(/(\w{1,20}:\/\/[^\s:/@]{0,100}):[^\s@]{1,300}@/g, '$1:…@');
}

function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.message || !(error instanceof AggregateError)) return error.message;
  return error.errors.map(wordsOf).filter(Boolean).join('; ');
}

function nameOf(error: unknown): string {
  const { name, code } = error as { name?: string; code?: unknown };
  return [name, code].filter(Boolean).join(' ') || 'Something failed and does not say what.';
}
