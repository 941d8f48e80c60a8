import { useDeferredValue } from 'react';

/**
 * The first answer is undefined a moment longer and then drawn in slices, so that a slow machine
 * answers to keys and clicks meanwhile. Later ones are there immediately.
 */
export function useFirstDrawn<T>(answer: T | undefined): T | undefined {
  const isDrawn = useDeferredValue(answer !== undefined, false);
  return isDrawn ? answer : undefined;
}
