import * as z from 'zod/mini';
import { Role } from './auth.ts';
import { ordered, orderedAndSearched, shown } from './columns.ts';
import { endpoint } from './endpoint.ts';
import { Amount, Currency, Money } from './money.ts';
import {
  beyondGiven,
  blankable,
  FormFlag,
  Id,
  Instant,
  nameText,
  pageOf,
  tableQuery,
  text,
} from './wire.ts';

export const userStatuses = ['active', 'suspended', 'locked'] as const;
export const UserStatus = z.enum(userStatuses, {
  error: 'Status must be active, suspended or locked.',
});
export type UserStatus = z.output<typeof UserStatus>;

export const passwordLengthMin = 8;

export const Username = z
  .string('Enter text.')
  .check(
    z.regex(/^[A-Za-z0-9_.-]{3,32}$/, 'Use 3 to 32 letters, digits, dots, dashes or underscores.'),
  );
const Name = nameText(100);
export const NewPassword = text(128, passwordLengthMin);
const GivenPassword = text(1000, 1);
/** Whoever changes the own password says the one it has. */
export const OwnNewPassword = z.strictObject({
  currentPassword: GivenPassword,
  newPassword: NewPassword,
});
const ClientRole = z.enum(['USER', 'ADMIN'], { error: 'Role must be USER or ADMIN.' });
const Flag = z.boolean('Must be true or false.');

/** A row of the clients list. */
export const User = z.object({
  _id: Id,
  username: z.string(),
  name: z.string(),
  role: Role,
  exposure: Money,
  balance: Money,
  currency: Currency,
  status: UserStatus,
  isDemo: z.boolean(),
  ...beyondGiven({ minimumBets: z.nullable(Money), maximumBets: z.nullable(Money) }),
});
export type User = z.output<typeof User>;

export const NewUser = z.strictObject({
  username: Username,
  name: Name,
  password: NewPassword,
  balance: blankable(Amount),
  role: ClientRole,
  isDemo: z._default(Flag, false),
  status: z._default(UserStatus, 'active'),
  currency: blankable(Currency),
  minimumBets: blankable(Amount),
  maximumBets: blankable(Amount),
});
export type NewUser = z.output<typeof NewUser>;

/** Only the fields that changed are sent; null takes a betting limit away. */
export const UserChanges = z.strictObject({
  username: z.optional(Username),
  name: z.optional(Name),
  role: z.optional(ClientRole),
  isDemo: z.optional(Flag),
  status: z.optional(UserStatus),
  currency: z.optional(Currency),
  minimumBets: z.optional(z.nullable(Amount)),
  maximumBets: z.optional(z.nullable(Amount)),
});
export type UserChanges = z.output<typeof UserChanges>;

export const DeletedUser = z.object({
  _id: Id,
  username: z.string(),
  name: z.string(),
  role: Role,
  isDemo: z.boolean(),
  ...beyondGiven({ balance: Money, currency: Currency, deletedAt: Instant }),
});
export type DeletedUser = z.output<typeof DeletedUser>;

/** A platform may tell any fields; those that are named here mean what they mean here. */
export const UserProfile = z.looseObject({
  ...z.partial(User).shape,
  ...beyondGiven({
    parent: z.nullable(Id),
    isLoggedIn: z.boolean(),
    lastLoginAt: z.nullable(Instant),
    /** Of an operator: whether it signs in with a code besides. */
    hasSecondFactor: z.boolean(),
    createdAt: Instant,
    updatedAt: Instant,
  }),
});
export type UserProfile = z.output<typeof UserProfile>;

/** Whom a search finds below the accounts of the list: how many, and the best of them. */
const FoundBelow = z.object({
  count: z.int(),
  people: z.array(
    z.object({ _id: Id, username: z.string(), parentId: Id, parentName: z.string() }),
  ),
});

const Wallet = z.object({
  balance: Money,
  exposure: Money,
  ...beyondGiven({ currency: Currency }),
});

export const users = {
  list: endpoint({
    name: 'users.list',
    method: 'POST',
    path: '/users/get',
    about: { kind: 'user', id: 'body.userId' },
    summary: "Lists the caller's direct clients, or those of an ADMIN below the caller.",
    allow: 'operators',
    effect: 'read',
    takes: 'form',
    body: tableQuery({
      userId: z.optional(Id),
      status: blankable(UserStatus),
      role: blankable(ClientRole),
      currency: blankable(Currency),
      isDemo: blankable(FormFlag),
      /** Everybody below instead, at any depth. */
      branch: blankable(FormFlag),
      createdAfter: blankable(Instant),
    }),
    result: z.extend(pageOf(User), { below: z.optional(FoundBelow) }),
    columns: {
      _id: orderedAndSearched,
      username: orderedAndSearched,
      name: orderedAndSearched,
      role: ordered,
      exposure: ordered,
      balance: ordered,
      currency: ordered,
      status: ordered,
      isDemo: ordered,
      action: shown,
    },
  }),
  add: endpoint({
    name: 'users.add',
    method: 'POST',
    path: '/users/create',
    about: { kind: 'user', id: 'answer._id' },
    summary: 'Creates a client below the caller; an opening balance is a deposit.',
    allow: 'operators',
    effect: 'money',
    successStatus: 201,
    body: NewUser,
    result: z.optional(User),
  }),
  update: endpoint({
    name: 'users.update',
    method: 'PUT',
    path: '/users/{id}',
    about: { kind: 'user', id: 'path.id' },
    summary: 'Changes a direct client.',
    allow: 'operators',
    effect: 'write',
    body: UserChanges,
    result: z.optional(User),
  }),
  remove: endpoint({
    name: 'users.remove',
    method: 'DELETE',
    path: '/users/{id}',
    about: { kind: 'user', id: 'path.id' },
    summary: 'Deletes a direct client; it can be restored.',
    allow: 'operators',
    effect: 'write',
  }),
  listDeleted: endpoint({
    name: 'users.listDeleted',
    method: 'POST',
    path: '/users/deletedusers',
    about: { kind: 'user', id: 'caller' },
    summary: "Lists the caller's deleted direct clients.",
    allow: 'operators',
    effect: 'read',
    result: z.array(DeletedUser),
  }),
  restore: endpoint({
    name: 'users.restore',
    method: 'POST',
    path: '/users/restore/{id}',
    about: { kind: 'user', id: 'path.id' },
    summary: 'Brings a deleted direct client back.',
    allow: 'operators',
    effect: 'write',
  }),
  changePasswordByParent: endpoint({
    name: 'users.changePasswordByParent',
    method: 'POST',
    path: '/users/changePasswordByParent',
    about: { kind: 'user', id: 'body.userId' },
    summary: "Sets a direct client's password and ends the client's sessions.",
    allow: 'operators',
    effect: 'write',
    body: z.strictObject({ userId: Id, parentPassword: GivenPassword, newPassword: NewPassword }),
  }),
  changePasswordByUser: endpoint({
    name: 'users.changePasswordByUser',
    method: 'POST',
    path: '/users/changePasswordByUser',
    about: { kind: 'user', id: 'caller' },
    summary: "Changes the caller's own password and ends the caller's other sessions.",
    allow: 'operators',
    effect: 'write',
    body: OwnNewPassword,
  }),
  profile: endpoint({
    name: 'users.profile',
    method: 'POST',
    path: '/users/userprofile',
    about: { kind: 'user', id: 'body.userId' },
    summary: 'Everything the panel shows of one account below the caller.',
    allow: 'operators',
    effect: 'read',
    body: z.strictObject({ userId: Id }),
    result: UserProfile,
  }),
  balance: endpoint({
    name: 'users.balance',
    method: 'POST',
    path: '/users/getAgentbalance',
    about: { kind: 'user', id: 'caller' },
    summary: "The caller's own wallet, and its wallets in other currencies.",
    allow: 'operators',
    effect: 'read',
    result: z.extend(Wallet, beyondGiven({ wallets: z.array(Wallet) })),
  }),
};
