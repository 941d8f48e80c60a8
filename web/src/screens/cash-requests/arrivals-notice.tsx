import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { formatCount } from '#src/lib/format.ts';
import classes from './arrivals-notice.module.css';

interface Props {
  count: number;
  onSeen: () => void;
  /** What is looked at is seen, so its line may not leave: every row would move under the hand. */
  isAboveRows?: boolean;
}

/** Always there, or a screen reader would not hear when it begins to say something. */
export function ArrivalsNotice({ count, onSeen, isAboveRows = false }: Props) {
  const hasSome = count > 0;
  const [hadSome, setHadSome] = useState(hasSome);
  if (hasSome && !hadSome) setHadSome(true);
  const isKept = isAboveRows && hadSome;
  return (
    <Group className={classes.arrivals ?? ''} data-kept={isKept || undefined}>
      <Text role="status" className={(hasSome ? classes.count : classes.none) ?? ''}>
        {hasSome && `${formatCount(count)} new ${count === 1 ? 'request' : 'requests'}`}
        {!hasSome && isKept && 'No new requests'}
      </Text>
      {hasSome && (
        <Button size="compact-sm" variant="default" onClick={onSeen}>
          Mark as seen
        </Button>
      )}
    </Group>
  );
}
