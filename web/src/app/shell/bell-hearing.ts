import { notifications } from '@pitboss/contract/notifications';
import type { QueryClient } from '@tanstack/react-query';
import { call } from '#src/lib/api.ts';
import { refresh } from '#src/lib/refresh.ts';
import { readKey } from '#src/lib/use-api.ts';
import { chime } from './chime.ts';

/** What is heard of stands in the list too, and sounds where the operator wants it to. */
export async function hear(client: QueryClient): Promise<void> {
  refresh(client, notifications.list.name);
  const settings = await client
    .fetchQuery({
      queryKey: readKey(notifications.settings, {}),
      queryFn: async () => (await call(notifications.settings, {}, { background: true })).data,
      staleTime: 60_000,
      meta: { failed: null },
    })
    .catch(() => undefined);
  if (settings?.hasSound) chime();
}
