import { useState } from 'react';

export interface IdempotencyKey {
  current: () => string;
  renew: () => void;
}

/**
 * A key for the dialog that calls this, made when it opens. A second click, or a retry after a
 * lost answer, sends it again and so moves money once; a definite answer renews it.
 */
export function useIdempotencyKey(): IdempotencyKey {
  const [key] = useState(createIdempotencyKey);
  return key;
}

export function createIdempotencyKey(): IdempotencyKey {
  let key = randomKey();
  return {
    current: () => key,
    renew: () => {
      key = randomKey();
    },
  };
}

/** `crypto.randomUUID` is missing where the panel is served without TLS. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
