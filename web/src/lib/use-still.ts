import { useEffect, useState } from 'react';
import { afterPress, isPressing } from './after-press.ts';

/**
 * The value; while something is being pressed the one that was there before. What a list brings by
 * itself then takes nothing away from under the hand.
 */
export function useStill<T>(value: T): T {
  const [shown, setShown] = useState(() => value);
  const isOther = shown !== value;
  const isHeld = isOther && isPressing();
  if (isOther && !isHeld) setShown(() => value);
  useEffect(() => {
    if (isHeld) afterPress(() => setShown(() => value));
  }, [isHeld, value]);
  return isHeld ? shown : value;
}
