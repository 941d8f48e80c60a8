import { useDebouncedValue } from '@mantine/hooks';
import type { UserDetails } from '@pitboss/contract/auth';
import { find } from '@pitboss/contract/find';
import { useRead } from '#src/lib/use-api.ts';
import { groupsFor } from './find-groups.ts';
import { askedIn } from './find-words.ts';

/** Who types on has not asked yet. */
const pauseMs = 150;

/** What the words mean, and what they find. */
export function useFind(operator: UserDetails, text: string) {
  const [settled] = useDebouncedValue(text, pauseMs);
  const asked = askedIn(text);
  const { q } = askedIn(settled);
  const { data, error, isPlaceholderData, isFetching, refetch } = useRead(
    find.all,
    { body: { q } },
    { enabled: q !== '', overlay: false, isInline: true, isExtra: true, failed: null },
  );
  // What other words have found is no answer to these: somebody else might be acted on.
  const isAnswered = asked.q === q && (q === '' || (!isPlaceholderData && !isFetching));
  const found = asked.q !== '' && asked.q === q && !isPlaceholderData ? data : undefined;
  return {
    asked,
    groups: groupsFor({ text, asked, found, operator }),
    isAnswered,
    error: asked.q === '' ? null : error,
    retry: () => refetch(),
  };
}
