import { useState } from 'react';

interface Entered {
  text: string;
  /** What the address was asked to say since it was begun; some of it may never come. */
  asked: string[];
}

/** Whether the address, as it says now, is newer than what was entered. */
function isOver({ text, asked }: Entered, said: string): boolean {
  return said === text || (asked.at(-1) === text && !asked.includes(said));
}

/**
 * What a field shows that the address keeps. What is entered stays until the address, which may
 * take a while, says it too: what is entered meanwhile goes on from there.
 */
export function useEntered(said: string) {
  const [entered, setEntered] = useState<Entered>();
  const [last, setLast] = useState(said);
  if (said !== last) {
    setLast(said);
    if (entered && isOver(entered, said)) setEntered(undefined);
  }
  return {
    shown: entered?.text ?? said,
    enter: (text: string) => setEntered((now) => ({ text, asked: now?.asked ?? [] })),
    /** The address has been asked to say this. */
    ask: (text: string) => setEntered((now) => ({ text, asked: [...(now?.asked ?? []), text] })),
    drop: () => setEntered(undefined),
  };
}
