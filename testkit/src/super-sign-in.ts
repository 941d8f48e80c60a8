/** The password of everybody whom a test or a trial makes. */
export const password = 'Correct-horse-1';

/** Who a node's first account belongs to, unless it is told otherwise. */
export const superSignIn = { username: 'root', password };
