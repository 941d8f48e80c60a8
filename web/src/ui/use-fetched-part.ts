import { type ComponentType, useCallback, useEffect, useState } from 'react';

interface Asked {
  isWanted: boolean;
  /** Whoever presses Escape before it has come no longer wants it. */
  callOff: () => void;
}

/**
 * What a press opens is no part of the first load: it is fetched when its button is pointed at or
 * reached by key, and so is mostly there when the press comes. Pressed before that, it opens as
 * soon as it is. Not by `lazy`: a Suspense keeps a fallback that it has shown for 300 ms.
 */
export function useFetchedPart<Props>(
  load: () => Promise<ComponentType<Props>>,
  { isWanted, callOff }: Asked,
) {
  const [Part, setPart] = useState<ComponentType<Props>>();
  // A dialog that is open when it is first drawn does not know where the focus came from.
  const [isThere, setThere] = useState(false);
  useEffect(() => setThere(Part !== undefined), [Part]);
  const isAwaited = isWanted && !isThere;
  useEffect(() => {
    if (!isAwaited) return;
    const press = ({ key }: KeyboardEvent) => key === 'Escape' && callOff();
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [isAwaited, callOff]);
  const get = useCallback(
    (failed: (error: unknown) => void) => {
      load().then((part) => setPart(() => part), failed);
    },
    [load],
  );
  const need = useCallback(
    () =>
      get((error) =>
        setPart(() => {
          throw error;
        }),
      ),
    [get],
  );
  // Nothing is lost yet where it fails: who presses then asks again.
  const fetch = useCallback(() => get(() => {}), [get]);
  const near = { onPointerEnter: fetch, onFocus: fetch };
  return { Part, opened: isWanted && isThere, need, fetch, near };
}
