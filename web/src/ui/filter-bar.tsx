import IconChevronDown from 'tabler:chevron-down';
import IconFilter from 'tabler:filter';
import { Group, Paper, UnstyledButton } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import type { UrlState } from '#src/lib/address.ts';
import { rememberedRange } from '#src/lib/date-presets.ts';
import { formatDay } from '#src/lib/dates.ts';
import { rangeIn, useUrlState } from '#src/lib/url-state.ts';
import classes from './filter-bar.module.css';
import { useIsPhone } from './use-is-phone.ts';

interface Props {
  /** False where the list is not filtered by dates. */
  hasDates?: boolean;
  /** What stays in sight while the fields are folded. */
  beside?: ReactNode;
  children: ReactNode;
}

/** The filters of a list; on a phone one line says how many there are, and unfolds them. */
export function FilterBar({ hasDates = true, beside, children }: Props) {
  const isPhone = useIsPhone();
  const [isOpen, setOpen] = useState(false);
  const [state] = useUrlState();
  const id = useId();
  if (!isPhone) {
    return (
      <Paper withBorder p="md" mb="md">
        <Group align="flex-end" gap="sm">
          {children}
          {beside}
        </Group>
      </Paper>
    );
  }
  const count = countIn(state, hasDates);
  return (
    <Paper withBorder mb="sm" className={classes.folded ?? ''}>
      <UnstyledButton
        className={classes.button ?? ''}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <IconFilter size={18} />
        <span>{count > 0 ? `Filters · ${count}` : 'Filters'}</span>
        {hasDates && <span className={classes.range}>{rangeText(state)}</span>}
        <IconChevronDown size={18} className={classes.sign ?? ''} />
      </UnstyledButton>
      {isOpen && (
        <div id={id} className={classes.fields}>
          {children}
        </div>
      )}
      {beside}
    </Paper>
  );
}

/** How many of them are set to something else than they begin with. */
function countIn(state: UrlState, hasDates: boolean): number {
  const usual = rememberedRange();
  const { startDay, endDay } = rangeIn(state);
  const isRangeSet = startDay !== usual.startDay || endDay !== usual.endDay;
  // Beside dates the currency is no filter but the view's own.
  const { type, status, role, demo, by, object } = state;
  const given = [type, status, role, demo, by, object, !hasDates && state.currency];
  return Number(hasDates && isRangeSet) + given.filter(Boolean).length;
}

function rangeText(state: UrlState): string {
  const { startDay, endDay } = rangeIn(state);
  return startDay === endDay
    ? formatDay(startDay)
    : `${formatDay(startDay)} – ${formatDay(endDay)}`;
}
