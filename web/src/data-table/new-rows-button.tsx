import IconArrowUp from 'tabler:arrow-up';
import { Button } from '@mantine/core';
import { formatCount } from '#src/lib/format.ts';
import classes from './new-rows-button.module.css';

interface Props {
  count: number;
  onShow: () => void;
}

/**
 * Says that rows have come, and brings them in when it is pressed. Its place is always there: a
 * screen reader hears when it begins to say something, and nothing moves when it comes.
 */
export function NewRowsButton({ count, onShow }: Props) {
  return (
    <div role="status" className={classes.place}>
      {count > 0 && (
        <Button
          size="compact-sm"
          variant="light"
          radius="xl"
          className={classes.button ?? ''}
          leftSection={<IconArrowUp size={14} />}
          onClick={onShow}
        >
          {formatCount(count)} new
        </Button>
      )}
    </div>
  );
}
