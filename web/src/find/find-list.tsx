import { Box } from '@mantine/core';
import { useEffect, useRef } from 'react';
import classes from './find.module.css';
import type { Item, ItemGroup } from './find-groups.ts';

interface Props {
  id: string;
  groups: ItemGroup[];
  /** The number of the line that Enter chooses. */
  active: number;
  isBusy: boolean;
  onPoint: (index: number) => void;
  onChoose: (item: Item) => void;
}

/** What was found, in groups; the focus stays in the field. */
export function FindList({ id, groups, active, isBusy, onPoint, onChoose }: Props) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector(`[data-index="${active}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  let index = -1;
  return (
    <div
      ref={list}
      id={`${id}-list`}
      role="listbox"
      aria-label="Found"
      aria-busy={isBusy}
      className={classes.list}
    >
      {groups.map(({ title, items }) => (
        <Box key={title} role="group" aria-label={title} className={classes.group ?? ''}>
          <div className={classes.title} aria-hidden>
            {title}
          </div>
          {items.map((item) => {
            index += 1;
            const own = index;
            return (
              <div
                key={item.key}
                id={`${id}-${own}`}
                role="option"
                // The keys are the field's; the line itself never has the focus.
                tabIndex={-1}
                aria-selected={own === active}
                data-index={own}
                className={classes.item}
                onPointerMove={() => own !== active && onPoint(own)}
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => onChoose(item)}
                onKeyDown={() => {}}
              >
                <span className={classes.label}>{item.label}</span>{' '}
                <span className={classes.about}>{item.about}</span>
              </div>
            );
          })}
        </Box>
      ))}
    </div>
  );
}
