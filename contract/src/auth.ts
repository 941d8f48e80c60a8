import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Currency } from './money.ts';
import { blankable, Id, text } from './wire.ts';

export const roles = ['SUPER', 'ADMIN', 'USER'] as const;
export const Role = z.enum(roles);
export type Role = z.output<typeof Role>;

/**
 * What the panel shows of the one signed in; every right is checked by the server. The first two
 * are given (docs/panel.md).
 */
export const UserDetails = z.object({
  username: z.string(),
  role: Role,
  _id: z.optional(Id),
  name: z.optional(z.string()),
  currency: z.optional(Currency),
});
export type UserDetails = z.output<typeof UserDetails>;

/** Six digits of an authenticator app, or a recovery code. */
export const Code = z
  .string('Enter text.')
  .check(z.regex(/^[A-Za-z0-9 -]{6,40}$/, 'Enter six digits, or a recovery code.'));

export const auth = {
  login: endpoint({
    name: 'auth.login',
    method: 'POST',
    path: '/auth/login',
    about: { kind: 'session', id: 'none' },
    summary: 'Opens an operator session.',
    allow: 'public',
    effect: 'write',
    body: z.strictObject({
      username: text(200, 1),
      password: text(1000, 1),
      /** Of an account with two-factor sign-in; without it the answer is a 401 that names it. */
      code: blankable(Code),
    }),
    result: z.object({ token: z.string(), userDetails: UserDetails }),
  }),
  logout: endpoint({
    name: 'auth.logout',
    method: 'POST',
    path: '/auth/logout',
    about: { kind: 'session', id: 'caller' },
    summary: 'Ends the session that the token belongs to.',
    allow: 'operators',
    effect: 'write',
    whileSuspended: true,
    whileUnenrolled: true,
  }),
  stepUp: endpoint({
    name: 'auth.stepUp',
    method: 'POST',
    path: '/auth/step-up',
    about: { kind: 'user', id: 'caller' },
    summary: 'Proves again who uses the session, by the password or by a code.',
    allow: 'operators',
    effect: 'write',
    whileSuspended: true,
    whileUnenrolled: true,
    body: z.strictObject({ password: blankable(text(1000, 1)), code: blankable(Code) }),
  }),
};
