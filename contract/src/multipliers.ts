import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Multiplier, steps } from './multiplier.ts';
import { blankable, Id, Instant, text } from './wire.ts';

/** A share in percent, whole millionths of the whole in code: 50 % is 500,000. */
export const Percent = steps(
  4,
  1,
  1_000_000,
  'Enter a percentage above 0 and up to 100 with at most four decimals.',
);

/** A band of the table that crash points are drawn from. */
export const Band = z.object({ _id: Id, min: Multiplier, max: Multiplier, probability: Percent });
export type Band = z.output<typeof Band>;

/** What a version of the table is drawn by; its hash is part of every draw. */
export const Odds = z.object({
  hash: z.string(),
  bands: z.array(z.omit(Band, { _id: true })),
  /** What the built-in table returns at every target, where there are no bands; else null. */
  builtIn: z.nullable(Percent),
});

/** A version as it was published. The platform's own has no author. */
const Version = z.extend(Odds, {
  version: Id,
  createdAt: Instant,
  author: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  /** The first round drawn from it, if there was one yet, and how many there were. */
  firstRound: z.nullable(Id),
  rounds: z.int(),
  isInPlay: z.boolean(),
});
export type Version = z.output<typeof Version>;

const TableHash = z.string().check(z.regex(/^[0-9a-f]{64}$/, 'Enter the hash of a table.'));

export const multipliers = {
  list: endpoint({
    name: 'multipliers.list',
    method: 'GET',
    path: '/multiplier/get',
    about: { kind: 'multiplier', id: 'none' },
    summary: 'The bands of the draft; none means the built-in table.',
    allow: 'super',
    effect: 'read',
    result: z.array(Band),
  }),
  table: endpoint({
    name: 'multipliers.table',
    method: 'GET',
    path: '/multiplier/table',
    about: { kind: 'multiplier', id: 'none' },
    summary: 'The version in play, what a version may return to players, and whose the draft is.',
    allow: 'super',
    effect: 'read',
    result: z.object({
      inPlay: z.omit(Version, { rounds: true, isInPlay: true }),
      /** Why no round is drawn from the version in play; none: rounds are. */
      problems: z.array(z.string()),
      nextRound: Id,
      draft: z.object({
        hash: z.string(),
        changedAt: Instant,
        changedBy: z.nullable(z.string()),
      }),
      rtpLimit: Percent,
      rtpFloor: Percent,
      /** What the built-in table returns under this limit, were it published now. */
      builtIn: Percent,
    }),
  }),
  add: endpoint({
    name: 'multipliers.add',
    method: 'POST',
    path: '/multiplier/add',
    about: { kind: 'multiplier', id: 'answer._id' },
    summary: 'Adds a band to the draft.',
    allow: 'super',
    effect: 'write',
    successStatus: 201,
    body: z.strictObject({ min: Multiplier, max: Multiplier, probability: Percent }),
    result: z.optional(Band),
  }),
  remove: endpoint({
    name: 'multipliers.remove',
    method: 'DELETE',
    path: '/multiplier/delete/{id}',
    about: { kind: 'multiplier', id: 'path.id' },
    summary: 'Takes a band out of the draft.',
    allow: 'super',
    effect: 'write',
  }),
  publish: endpoint({
    name: 'multipliers.publish',
    method: 'POST',
    path: '/multiplier/publish',
    about: { kind: 'multiplier-version', id: 'answer.version' },
    summary: 'Makes the draft the version that rounds are drawn from, from the next one on.',
    allow: 'super',
    effect: 'money',
    stepUp: true,
    body: z.strictObject({
      reason: text(500, 1).check(
        z.refine((reason) => reason.trim() !== '', 'This field is required.'),
      ),
      /** The draft as the caller saw it: another one is not published. */
      draftHash: blankable(TableHash),
    }),
    result: z.object({ version: Id, fromRound: Id }),
  }),
  versions: endpoint({
    name: 'multipliers.versions',
    method: 'GET',
    path: '/multiplier/versions',
    about: { kind: 'multiplier-version', id: 'none' },
    summary: 'The published versions, newest first, fifty at a time.',
    allow: 'super',
    effect: 'read',
    body: z.strictObject({ before: z.optional(Id) }),
    result: z.array(Version),
  }),
  takeVersion: endpoint({
    name: 'multipliers.takeVersion',
    method: 'POST',
    path: '/multiplier/versions/{id}/draft',
    about: { kind: 'multiplier-version', id: 'path.id' },
    summary: 'Makes the draft a copy of a published version.',
    allow: 'super',
    effect: 'write',
  }),
};
