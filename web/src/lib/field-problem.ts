import type { Schema } from '@pitboss/contract/wire';
import * as z from 'zod/mini';

export const requiredText = 'This field is required.';

/**
 * What the contract has against the text of a field, in the words the server would use. An empty
 * field has the problem `whenEmpty`, or none where that is null.
 */
export function fieldProblem(
  schema: Schema,
  text: string,
  whenEmpty: string | null = requiredText,
): string | null {
  if (text === '') return whenEmpty;
  const result = z.safeDecode(schema, text);
  return result.success ? null : (result.error.issues[0]?.message ?? requiredText);
}
