import { Button, Group, Text } from '@mantine/core';
import { formatCount } from '#src/lib/format.ts';
import classes from './arrivals-notice.module.css';

interface Props {
  count: number;
  onSeen: () => void;
}

/** Always there, or a screen reader would not hear when it begins to say something. */
export function ArrivalsNotice({ count, onSeen }: Props) {
  return (
    <Group className={classes.arrivals ?? ''}>
      <Text role="status" className={classes.count ?? ''}>
        {count > 0 && `${formatCount(count)} new ${count === 1 ? 'request' : 'requests'}`}
      </Text>
      {count > 0 && (
        <Button size="compact-sm" variant="default" onClick={onSeen}>
          Mark as seen
        </Button>
      )}
    </Group>
  );
}
