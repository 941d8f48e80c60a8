import { Group, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useIsTab } from './tab.ts';

interface Props {
  title: ReactNode;
  /** Buttons and selectors of the whole page, at its right-hand side. */
  children?: ReactNode;
}

/** Inside of another page only what can be done stays of it. */
export function PageHeader({ title, children }: Props) {
  if (useIsTab()) {
    return children ? (
      <Group justify="flex-end" mb="sm" gap="sm">
        {children}
      </Group>
    ) : null;
  }
  return (
    // As high as a selector, of which some come later than the title.
    <Group justify="space-between" align="center" mb="md" gap="sm" mih={36}>
      <Title order={1} size="h3">
        {title}
      </Title>
      {children && <Group gap="sm">{children}</Group>}
    </Group>
  );
}
