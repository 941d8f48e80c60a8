import { ActionIcon, Tooltip } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';

interface Props {
  /** The specification's own words: the tooltip and the name for tests and screen readers. */
  label: string;
  icon: Icon;
  color?: string;
  onClick?: () => void;
  renderRoot?: (props: Record<string, unknown>) => ReactNode;
}

/** One action of a table row; with `renderRoot` it becomes a link that looks the same. */
export function RowAction({ label, icon: Icon, ...rest }: Props) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" size={28} aria-label={label} {...rest}>
        <Icon size={18} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
