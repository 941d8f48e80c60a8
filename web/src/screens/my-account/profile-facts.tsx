import type { UserProfile } from '@pitboss/contract/users';
import type { ReactNode } from 'react';
import { fieldTitle } from '#src/lib/field-title.ts';
import { formatTimestamp } from '#src/lib/format.ts';
import { MoneyText } from '#src/ui/money-text.tsx';
import { StatusBadge } from '#src/ui/status-badge.tsx';

/** Every field but these is listed; what is ours has a place of its own. */
const hiddenFields = ['_id', 'parent', 'createdAt', 'updatedAt', 'isLoggedIn', 'hasSecondFactor'];

/** The fields of a profile as titles and values, in the order in which they came. */
export function profileFacts(profile: UserProfile) {
  return Object.entries(profile)
    .filter(([field]) => !hiddenFields.includes(field))
    .map(([field, value]) => ({ title: fieldTitle(field), value: shown(field, value) }));
}

function shown(field: string, value: unknown): ReactNode {
  // Of the numbers of a profile only the ids are not money, and they are hidden.
  if (typeof value === 'bigint') return <MoneyText minor={value} signed={field === 'exposure'} />;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (value instanceof Date) return formatTimestamp(value);
  if (field === 'status') return <StatusBadge status={String(value)} />;
  return value === null || value === '' ? '-' : String(value);
}
