import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let asked: { promise: Promise<boolean>; answer: (isProven: boolean) => void } | undefined;

/** Opens the dialog that asks for a proof; calls that come meanwhile wait for the same one. */
export function confirmItIsYou(): Promise<boolean> {
  if (!asked) {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    asked = { promise, answer: resolve };
    tell();
  }
  return asked.promise;
}

/** Whether the operator has proven itself, or would rather not. */
export function answerStepUp(isProven: boolean) {
  asked?.answer(isProven);
  asked = undefined;
  tell();
}

export function useIsStepUpAsked(): boolean {
  return useSyncExternalStore(subscribe, () => asked !== undefined);
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function tell() {
  for (const listener of listeners) listener();
}
