import { Button, Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

interface Props {
  title: string;
  children: ReactNode;
  action?: { label: string; onClick: () => void };
}

/** A page that has only something to say. */
export function MessagePage({ title, children, action }: Props) {
  return (
    <Paper withBorder p="xl" maw={560} mx="auto" mt="xl">
      <Stack gap="sm" align="flex-start">
        <Title order={1} size="h3">
          {title}
        </Title>
        <Text c="dimmed">{children}</Text>
        {action && <Button onClick={action.onClick}>{action.label}</Button>}
      </Stack>
    </Paper>
  );
}
