import { type SupportType, supportTypes } from '@pitboss/contract/support';

/** The add form offers all but the last, under the wire's own words. */
export const addedTypes = supportTypes.filter((type) => type !== 'livechat');

const labels: Partial<Record<SupportType, string>> = {
  whatsapp: 'Whatsapp',
  telegram: 'Telegram',
  livechat: 'Live Chat',
};

/** The edit form offers three; an entry of another type may keep the one it has. */
export function editedTypes(present: SupportType) {
  const offered = Object.entries(labels).map(([value, label]) => ({ value, label }));
  return present in labels ? offered : [...offered, { value: present, label: present }];
}

export function typeLabel(type: SupportType): string {
  return labels[type] ?? type;
}
