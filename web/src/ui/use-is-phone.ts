import { useMediaQuery } from '@mantine/hooks';

/** Narrower than a table can be read in: lists are cards, and what filters them is folded. */
export function useIsPhone(): boolean {
  return useMediaQuery('(max-width: 767.98px)', false, { getInitialValueInEffect: false });
}
