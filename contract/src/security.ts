import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

const Flag = z.boolean('Must be true or false.');

/** What SUPER has decided for everybody below. */
export const SecuritySettings = z.object({
  /** Operators without a second factor reach nothing but the way to one. */
  isSecondFactorRequired: z.boolean(),
  /** Role changes, and deletes of operators, ask for the password or a code again. */
  isStepUpForOperators: z.boolean(),
});
export type SecuritySettings = z.output<typeof SecuritySettings>;

export const security = {
  get: endpoint({
    name: 'security.get',
    method: 'GET',
    path: '/security/settings',
    about: { kind: 'security', id: 'none' },
    summary: 'What SUPER has decided for the sign-in of operators.',
    allow: 'super',
    effect: 'read',
    result: SecuritySettings,
  }),
  set: endpoint({
    name: 'security.set',
    method: 'PATCH',
    path: '/security/settings',
    about: { kind: 'security', id: 'none' },
    summary: 'Changes the settings that are sent, for everybody below.',
    allow: 'super',
    effect: 'write',
    stepUp: true,
    body: z.strictObject({
      isSecondFactorRequired: z.optional(Flag),
      isStepUpForOperators: z.optional(Flag),
    }),
    result: SecuritySettings,
  }),
};
