import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Id, link } from './wire.ts';

/** The types that the add form offers, and the last one, which only the edit form has. */
export const supportTypes = [
  'whatsapp',
  'telegram',
  'calling',
  'mobile',
  'facebook',
  'instagram',
  'livechat',
] as const;
export const SupportType = z.enum(supportTypes, { error: 'Type is required.' });
export type SupportType = z.output<typeof SupportType>;

export const Support = z.object({
  _id: Id,
  type: SupportType,
  link: z.string(),
  /** Where the link leads: a telephone number is kept as it was typed, and this calls it. */
  href: z.optional(z.string()),
});
export type Support = z.output<typeof Support>;

export const NewSupport = z.strictObject({
  type: SupportType,
  link: link('web', 'tel', 'mailto', 'phone'),
});
export type NewSupport = z.output<typeof NewSupport>;

/** Where a support link leads. */
export function hrefOf(link: string): string {
  return /^[+\d(]/.test(link) ? `tel:${link.replaceAll(/[^+\d]/g, '')}` : link;
}

export const support = {
  list: endpoint({
    name: 'support.list',
    method: 'GET',
    path: '/customersupport/getall',
    about: { kind: 'user', id: 'caller' },
    summary: "Lists the caller's support links.",
    allow: 'operators',
    effect: 'read',
    result: z.array(Support),
  }),
  add: endpoint({
    name: 'support.add',
    method: 'POST',
    path: '/customersupport/add',
    about: { kind: 'support', id: 'answer._id' },
    summary: 'Adds a support link for the clients of the caller.',
    allow: 'operators',
    effect: 'write',
    successStatus: 201,
    body: NewSupport,
    result: z.optional(Support),
  }),
  update: endpoint({
    name: 'support.update',
    method: 'PUT',
    path: '/customersupport/update/{id}',
    about: { kind: 'support', id: 'path.id' },
    summary: "Changes one of the caller's support links.",
    allow: 'operators',
    effect: 'write',
    body: NewSupport,
    result: z.optional(Support),
  }),
  remove: endpoint({
    name: 'support.remove',
    method: 'DELETE',
    path: '/customersupport/delete/{id}',
    about: { kind: 'support', id: 'path.id' },
    summary: "Removes one of the caller's support links.",
    allow: 'operators',
    effect: 'write',
  }),
};
