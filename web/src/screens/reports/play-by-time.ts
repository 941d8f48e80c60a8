import { dashboard, type Play, spansMax } from '@pitboss/contract/dashboard';
import type { UrlState } from '#src/lib/address.ts';
import { useUrlState } from '#src/lib/url-state.ts';
import { useRead } from '#src/lib/use-api.ts';
import { useChosenCurrency } from '#src/lib/use-chosen-currency.ts';
import { type Step, spanIn, stepsIn, type TimeGroup } from './report-groups.ts';

/** What was played in an hour, a day, a week or a month. */
export interface PlayRow extends Play {
  step: Step;
  /** What its own rows are asked for by. */
  search: UrlState;
}

/** The dates in steps of a group, and the whole of them. */
export function usePlayByTime(group: TimeGroup, options: Parameters<typeof useRead>[2]) {
  const [state] = useUrlState();
  const currency = useChosenCurrency();
  const { admin } = state;
  const kept = { ...(currency ? { currency } : {}), ...(admin ? { admin } : {}) };
  const steps = stepsIn(state, group);
  const isTooMuch = steps.length >= spansMax;
  const userId = admin === undefined ? undefined : BigInt(admin);
  const spans = [spanIn(state), ...steps.map(({ span }) => span)];
  const body = { currency, userId, spans: isTooMuch ? [] : spans };
  const read = useRead(dashboard.play, { body }, options);
  const isThere = read.data && read.data.spans.length === spans.length;
  const [totals, ...plays] = isThere ? read.data.spans : [];
  const rows: PlayRow[] | undefined = isThere
    ? steps.flatMap((step, index) => {
        const play = plays[index];
        return play ? [{ step, ...play, search: { ...step.search, ...kept } }] : [];
      })
    : undefined;
  return { read, rows, totals, isTooMuch, unit: read.data?.currency ?? '' };
}
