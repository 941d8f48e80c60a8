import { Button, Group } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { DayRange } from '#src/lib/dates.ts';
import { rangeIn, useUrlState } from '#src/lib/url-state.ts';
import { DatePicker } from './date-picker.tsx';

interface Props {
  /** With a Search button the choice counts when it is pressed, else when it is made. */
  withSearchButton?: boolean;
}

/** As an address may name it; what is chosen here is put in order. */
const wrongOrder = 'The start date must not be after the end date.';

/** The start and end date of a list, kept in the address. */
export function DateRangeFilter({ withSearchButton = false }: Props) {
  const [state, setState] = useUrlState();
  const applied = rangeIn(state);
  const [draft, setDraft] = useState<DayRange>();
  const range = draft ?? applied;
  const apply = (next: DayRange) => {
    setDraft(undefined);
    setState({ ...next, page: undefined });
  };
  const choose = withSearchButton ? setDraft : apply;
  const search = (event: FormEvent) => {
    event.preventDefault();
    apply(range);
  };
  return (
    <Group component="form" align="flex-end" gap="sm" onSubmit={search}>
      <DatePicker
        label="Start Date"
        value={range.startDay}
        error={range.startDay > range.endDay ? wrongOrder : undefined}
        onChange={(startDay) => choose(ordered(startDay, range.endDay, startDay))}
      />
      <DatePicker
        label="End Date"
        value={range.endDay}
        onChange={(endDay) => choose(ordered(range.startDay, endDay, endDay))}
      />
      {withSearchButton && <Button type="submit">Search</Button>}
    </Group>
  );
}

/** A start after the end pulls the other side along to the day just chosen. */
function ordered(startDay: string, endDay: string, chosen: string): DayRange {
  return startDay <= endDay ? { startDay, endDay } : { startDay: chosen, endDay: chosen };
}
