import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { type UrlState, withoutAbsent } from './address.ts';
import { rememberedRange } from './date-presets.ts';
import { type DayRange, dayOf, momentsOf } from './dates.ts';
import { useToday } from './use-today.ts';

/** The view's state in its address, and a way to change some of it; undefined takes a key out. */
export function useUrlState(): [
  UrlState,
  (
    change: { [Key in keyof UrlState]?: UrlState[Key] | undefined },
    how?: { replace?: boolean },
  ) => void,
] {
  const state = useSearch({ strict: false });
  // The default range is another one tomorrow.
  useToday();
  const navigate = useNavigate();
  return [
    state,
    (change, how = {}) => {
      navigate({
        to: '.',
        search: (previous: UrlState) => withoutAbsent({ ...previous, ...change }),
        replace: how.replace ?? false,
        resetScroll: false,
      });
    },
  ];
}

/**
 * The date range in the address, else the one that was last chosen by name, else yesterday to
 * today; a side that is missing never crosses.
 */
export function rangeIn({ from, to, ...days }: UrlState): DayRange {
  const startDay = from ? dayOf(new Date(from)) : days.startDay;
  const endDay = to ? dayOf(new Date(to)) : days.endDay;
  const usual = rememberedRange();
  const start = endDay && endDay < usual.startDay ? endDay : usual.startDay;
  const end = startDay && startDay > usual.endDay ? startDay : usual.endDay;
  return { startDay: startDay ?? start, endDay: endDay ?? end };
}

/** The range in the address as the moments that list calls take. */
export function momentsIn(state: UrlState): { startDate: Date; endDate: Date } {
  const { startDate, endDate } = momentsOf(rangeIn(state));
  const { from, to } = state;
  return {
    startDate: from ? new Date(from) : startDate,
    endDate: to ? new Date(to) : endDate,
  };
}

/** An id in the path, or undefined where the path has none. The router has refused nonsense. */
export function useIdParam(name: 'id' | 'userId' | 'roundId' | 'betId'): bigint | undefined {
  const params: Record<string, string | undefined> = useParams({ strict: false });
  const text = params[name];
  return text === undefined ? undefined : BigInt(text);
}
