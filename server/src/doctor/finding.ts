/** What a look at one thing found: in order, weaker than it could be, or wrong. */
export interface Finding {
  check: string;
  state: 'good' | 'weak' | 'wrong';
  says: string;
  /** What to do about it, where there is something to be done. */
  remedy?: string;
}

export function good(check: string, says: string): Finding {
  return { check, state: 'good', says };
}

export function weak(check: string, says: string, remedy: string): Finding {
  return { check, state: 'weak', says, remedy };
}

/** A sentence of somebody else's judgement, which names the remedy itself. */
export function told(check: string, state: 'weak' | 'wrong', says: string): Finding {
  return { check, state, says };
}

export function wrong(check: string, says: string, remedy: string): Finding {
  return { check, state: 'wrong', says, remedy };
}
