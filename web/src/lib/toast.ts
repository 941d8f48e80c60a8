import { useSyncExternalStore } from 'react';

/**
 * How long a toast stays, how long after the pointer left it, and how long it fades. One
 * that offers something stays a little longer.
 */
export const toastMs = { open: 5000, withOffer: 6000, afterHover: 1000, animation: 300 };

type Kind = 'success' | 'info' | 'error' | 'warning';

export interface Toast {
  id: string;
  kind: Kind;
  title: string;
  message: string;
  /** What follows the message, on a line of its own. */
  detail: string;
  offer: Offer | undefined;
}

/** A button of a toast. */
export interface Offer {
  label: string;
  take: () => void;
}

const titles: Record<Kind, string> = {
  success: 'Success',
  info: 'Information',
  error: 'Error',
  warning: 'Warning',
};
const listeners = new Set<() => void>();
let toasts: Toast[] = [];
let shown = 0;

/** The one door to toasts. An `id` that is still on screen is not shown a second time. */
export const toast = {
  success: (...words: Words) => show('success', ...words),
  info: (...words: Words) => show('info', ...words),
  error: (...words: Words) => show('error', ...words),
  warning: (...words: Words) => show('warning', ...words),
};

interface More {
  id?: string;
  detail?: string | undefined;
  offer?: Offer;
}

type Words = [message: string, title?: string, more?: More];

function show(kind: Kind, message: string, title = titles[kind], more: More = {}) {
  shown += 1;
  const { id = `toast-${shown}`, detail = '', offer } = more;
  if (toasts.some((open) => open.id === id)) return;
  // The newest stands on top.
  replace([{ id, kind, title, message, detail, offer }, ...toasts]);
}

export function removeToast(id: string) {
  replace(toasts.filter((open) => open.id !== id));
}

export function removeToasts() {
  replace([]);
}

/** The open ones, the newest first. */
export function getToasts(): Toast[] {
  return toasts;
}

export function useToasts(): Toast[] {
  return useSyncExternalStore(subscribe, getToasts);
}

function replace(next: Toast[]) {
  toasts = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
