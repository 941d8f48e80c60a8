import { DatePicker as MonthPicker } from '@mantine/dates';
import { type RefObject, useState } from 'react';
import { Popover } from './styled/popover.ts';
import '@mantine/dates/styles.layer.css';
import { type Day, yearMax, yearMin } from '#src/lib/dates.ts';
import { StandIn } from './stand-in.tsx';
import { YearField } from './year-field.tsx';

interface Props {
  /** The field that it hangs from. */
  target: RefObject<HTMLElement | null>;
  opened: boolean;
  value: Day;
  onChoose: (day: Day) => void;
  onClose: () => void;
}

/** The days of a month, which turns by month and by year. */
export function Calendar({ target, opened, value, onChoose, onClose }: Props) {
  return (
    <Popover
      opened={opened}
      onDismiss={onClose}
      trapFocus
      returnFocus
      withRoles={false}
      shadow="md"
    >
      <Popover.Target>
        <StandIn target={target} />
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label="Calendar">
        <DayChoice value={value} onChoose={onChoose} />
      </Popover.Dropdown>
    </Popover>
  );
}

function DayChoice({ value, onChoose }: { value: Day; onChoose: (day: Day) => void }) {
  const [shownDay, setShownDay] = useState(value);
  const showYear = (year: number) => setShownDay(`${year}-${shownDay.slice(5, 7)}-01`);
  return (
    <>
      <YearField year={Number(shownDay.slice(0, 4))} onChange={showYear} />
      <MonthPicker
        value={value}
        onChange={(day) => day && onChoose(day)}
        date={shownDay}
        onDateChange={setShownDay}
        maxLevel="month"
        minDate={`${yearMin}-01-01`}
        maxDate={`${yearMax}-12-31`}
        hideOutsideDates
        weekendDays={[]}
        ariaLabels={{ previousMonth: 'Previous month', nextMonth: 'Next month' }}
        getDayProps={(day) => (day === value ? { 'data-autofocus': true } : {})}
      />
    </>
  );
}
