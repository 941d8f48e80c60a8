import * as z from 'zod/mini';
import { Code } from './auth.ts';
import { endpoint } from './endpoint.ts';
import { Id, Instant, nameText, text } from './wire.ts';

/** How it stands with the caller's own second factor. */
export const SecondFactor = z.object({
  /** Since when; null while it is off. */
  since: z.nullable(Instant),
  recoveryCodesLeft: z.int(),
  /** Whether SUPER requires it of this account. */
  isRequired: z.boolean(),
});
export type SecondFactor = z.output<typeof SecondFactor>;

/** Shown this once: only their hashes are kept. */
const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

const own = { allow: 'operators', effect: 'write', method: 'POST' } as const;
const onTheWay = { whileSuspended: true, whileUnenrolled: true } as const;

export const secondFactor = {
  get: endpoint({
    name: 'second-factor.get',
    method: 'GET',
    path: '/second-factor',
    about: { kind: 'user', id: 'caller' },
    summary: "How it stands with the caller's two-factor sign-in.",
    allow: 'operators',
    effect: 'read',
    whileUnenrolled: true,
    result: SecondFactor,
  }),
  begin: endpoint({
    ...own,
    ...onTheWay,
    name: 'second-factor.begin',
    path: '/second-factor/begin',
    about: { kind: 'user', id: 'caller' },
    summary: 'Makes a secret for an authenticator app; it counts once a code has confirmed it.',
    stepUp: true,
    result: z.object({
      /** In base32, to be typed into the app. */
      secret: z.string(),
      /** The same as an otpauth:// address, to be shown as a QR code. */
      uri: z.string(),
    }),
  }),
  confirm: endpoint({
    ...own,
    ...onTheWay,
    name: 'second-factor.confirm',
    path: '/second-factor/confirm',
    about: { kind: 'user', id: 'caller' },
    summary: "Switches two-factor sign-in on with a first code; ends the caller's other sessions.",
    body: z.strictObject({ code: Code }),
    result: RecoveryCodes,
  }),
  renewCodes: endpoint({
    ...own,
    name: 'second-factor.renewCodes',
    path: '/second-factor/recovery-codes',
    about: { kind: 'user', id: 'caller' },
    summary: 'Makes ten new recovery codes; those made before count no more.',
    stepUp: true,
    result: RecoveryCodes,
  }),
  /** Brings both proofs with itself, so it needs no step-up before it. */
  off: endpoint({
    ...own,
    name: 'second-factor.off',
    path: '/second-factor/off',
    about: { kind: 'user', id: 'caller' },
    summary: 'Switches two-factor sign-in off, for one who shows the password and a code.',
    body: z.strictObject({ password: text(1000, 1), code: Code }),
  }),
  reset: endpoint({
    name: 'second-factor.reset',
    method: 'POST',
    path: '/second-factor/reset',
    about: { kind: 'user', id: 'body.userId' },
    summary: 'Takes the second factor of an operator below away, and ends its sessions.',
    allow: 'super',
    effect: 'write',
    stepUp: true,
    body: z.strictObject({ userId: Id, reason: nameText(200) }),
  }),
};
