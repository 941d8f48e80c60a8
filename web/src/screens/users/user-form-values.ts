import type { UserDetails } from '@pitboss/contract/auth';
import { Amount, type Currency } from '@pitboss/contract/money';
import { NewUser, type User, UserChanges, type UserStatus } from '@pitboss/contract/users';
import * as z from 'zod/mini';
import { amountText } from '#src/lib/amount-text.ts';
import { changedFields } from '#src/lib/changed-fields.ts';
import { fieldProblem, requiredText } from '#src/lib/field-problem.ts';
import { formatAmount } from '#src/lib/format.ts';
import type { Intent } from '#src/lib/orders.ts';

/** What the fields hold: the wire's own names and words, amounts still as they were typed. */
export interface UserFormValues {
  username: string;
  name: string;
  password: string;
  balance: string;
  role: 'USER' | 'ADMIN';
  isDemo: boolean;
  status: UserStatus;
  currency: Currency | '';
  minimumBets: string;
  maximumBets: string;
}

/** SUPER makes an ADMIN unless told otherwise, everyone else makes a USER. */
export function newUserValues(operator: UserDetails): UserFormValues {
  return {
    username: '',
    name: '',
    password: '',
    balance: '',
    role: operator.role === 'SUPER' ? 'ADMIN' : 'USER',
    isDemo: false,
    status: 'active',
    currency: '',
    minimumBets: '',
    maximumBets: '',
  };
}

export function userValues(user: User): UserFormValues {
  const { username, name, isDemo, status, currency } = user;
  return {
    username,
    name,
    password: '',
    balance: '',
    role: user.role === 'ADMIN' ? 'ADMIN' : 'USER',
    isDemo,
    status,
    currency,
    minimumBets: amountText(user.minimumBets),
    maximumBets: amountText(user.maximumBets),
  };
}

export function userRules({ isNew, isSuper }: { isNew: boolean; isSuper: boolean }) {
  const { username, name, password } = NewUser.shape;
  const optionalAmount = (text: string) => fieldProblem(Amount, text.trim(), null);
  return {
    username: (text: string) => fieldProblem(username, text),
    name: (text: string) => fieldProblem(name, text),
    password: (text: string) => (isNew ? fieldProblem(password, text) : null),
    balance: optionalAmount,
    currency: (chosen: string) => (isSuper && chosen === '' ? requiredText : null),
    minimumBets: optionalAmount,
    maximumBets: optionalAmount,
  };
}

export function newUserOf(values: UserFormValues): NewUser {
  return z.decode(NewUser, { ...values, ...trimmedAmounts(values) });
}

/** A new client is made once, and its opening balance moved once. */
export function creationIntent({ username, balance, currency }: NewUser): Intent {
  const opening = balance ? ` with ${formatAmount(balance, currency)}` : '';
  return { about: creationAbout(username), kind: 'Create User', detail: `${username}${opening}` };
}

/** Names are taken without regard to case. */
export function creationAbout(username: string): string[] {
  return [`new client ${username.toLowerCase()}`];
}

export function changesOf(values: UserFormValues, initial: UserFormValues): UserChanges {
  return changedFields(decodedChanges(values), decodedChanges(initial));
}

function decodedChanges(values: UserFormValues): UserChanges {
  const { username, name, role, isDemo, status, currency } = values;
  const { minimumBets, maximumBets } = trimmedAmounts(values);
  return z.decode(UserChanges, {
    username,
    name,
    role,
    isDemo,
    status,
    ...(currency === '' ? {} : { currency }),
    minimumBets: minimumBets === '' ? null : minimumBets,
    maximumBets: maximumBets === '' ? null : maximumBets,
  });
}

function trimmedAmounts({ balance, minimumBets, maximumBets }: UserFormValues) {
  return {
    balance: balance.trim(),
    minimumBets: minimumBets.trim(),
    maximumBets: maximumBets.trim(),
  };
}
