import { useDeferredValue } from 'react';
import { useStill } from '#src/lib/use-still.ts';

/**
 * The first answer is undefined a moment longer and then drawn in slices, so that a slow machine
 * answers to keys and clicks meanwhile. Later ones are there immediately, but for a press.
 */
export function useFirstDrawn<T>(answer: T | undefined): T | undefined {
  const isDrawn = useDeferredValue(answer !== undefined, false);
  const still = useStill(answer);
  return isDrawn ? still : undefined;
}
