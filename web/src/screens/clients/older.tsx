import { Button, Group } from '@mantine/core';

interface Props {
  rows: { _id: bigint }[] | undefined;
  before: bigint | undefined;
  onChange: (before: bigint | undefined) => void;
  /** What the rows are. */
  words: string;
}

/** As many as an answer holds. */
const pageLength = 50;

/** The way to earlier rows, and back. */
export function Older({ rows, before, onChange, words }: Props) {
  const last = rows?.at(-1);
  const hasMore = last !== undefined && rows?.length === pageLength;
  if (!hasMore && before === undefined) return null;
  return (
    <Group gap="sm" mt="sm">
      {before !== undefined && (
        <Button variant="default" onClick={() => onChange(undefined)}>
          Newest {words}
        </Button>
      )}
      {hasMore && (
        <Button variant="default" onClick={() => onChange(last._id)}>
          Earlier {words}
        </Button>
      )}
    </Group>
  );
}
