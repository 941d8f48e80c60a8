import { Button, Group, Text } from '@mantine/core';
import { usePagination } from '@mantine/hooks';
import { formatCount } from '#src/lib/format.ts';
import { useIsPhone } from '#src/ui/use-is-phone.ts';
import classes from './pager.module.css';

interface Props {
  /** What it is called; on a page with two of them, one has another name. */
  label?: string;
  page: number;
  pageCount: number;
  onPage: (page: number) => void;
}

/** First Previous 1 … n Next Last. */
export function Pager({ label = 'Pages', page, pageCount, onPage }: Props) {
  const siblings = useIsPhone() ? 0 : 1;
  const { range } = usePagination({ page, total: pageCount, siblings, onChange: onPage });
  const isFirst = page <= 1;
  const isLast = page >= pageCount;
  return (
    <Group component="nav" aria-label={label} gap={4} className={classes.pages ?? ''}>
      <Step label="First" isOff={isFirst} onClick={() => onPage(1)} />
      <Step label="Previous" isOff={isFirst} onClick={() => onPage(page - 1)} />
      {keyed(range).map(({ key, item }) =>
        item === 'dots' ? (
          <Text key={key} span px={4} c="dimmed" aria-hidden>
            …
          </Text>
        ) : (
          <Button
            key={key}
            size="compact-sm"
            variant={item === page ? 'filled' : 'default'}
            aria-current={item === page ? 'page' : undefined}
            aria-label={`Page ${formatCount(item)}`}
            onClick={() => onPage(item)}
          >
            {formatCount(item)}
          </Button>
        ),
      )}
      <Step label="Next" isOff={isLast} onClick={() => onPage(page + 1)} />
      <Step label="Last" isOff={isLast} onClick={() => onPage(pageCount)} />
    </Group>
  );
}

function Step({ label, isOff, onClick }: { label: string; isOff: boolean; onClick: () => void }) {
  return (
    <Button size="compact-sm" variant="default" disabled={isOff} onClick={onClick}>
      {label}
    </Button>
  );
}

/** The gaps left and right of the middle are told apart by what stands before them. */
function keyed(range: (number | 'dots')[]) {
  return range.map((item, index) => ({
    key: item === 'dots' ? `after ${range[index - 1]}` : `page ${item}`,
    item,
  }));
}
