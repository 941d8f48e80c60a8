import { useSyncExternalStore } from 'react';
import { type Day, dayOf } from './dates.ts';

/** A clock may be set, and a machine sleep: the day is looked at, not waited for. */
const lookMs = 15_000;

/** Today; whatever asks for it is drawn anew when the day changes. */
export function useToday(): Day {
  return useSyncExternalStore(subscribe, today);
}

function today(): Day {
  return dayOf(new Date());
}

function subscribe(listener: () => void) {
  const timer = setInterval(listener, lookMs);
  document.addEventListener('visibilitychange', listener);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', listener);
  };
}
