import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { yearMax, yearMin } from '#src/lib/dates.ts';

interface Props {
  year: number;
  onChange: (year: number) => void;
}

/** Any year is four digits away; what is not yet a year leaves the calendar where it is. */
export function YearField({ year, onChange }: Props) {
  const [draft, setDraft] = useState<string>();
  const type = (text: string) => {
    setDraft(text);
    const typed = Number(text);
    if (Number.isInteger(typed) && typed >= yearMin && typed <= yearMax) onChange(typed);
  };
  return (
    <TextInput
      label="Year"
      type="number"
      size="xs"
      mb="xs"
      min={yearMin}
      max={yearMax}
      step={1}
      value={draft ?? String(year)}
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={() => setDraft(undefined)}
    />
  );
}
