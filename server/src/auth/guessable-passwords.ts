import { fieldRefusal, type Refusal } from '../kernel/refusal.ts';

let known: Promise<Set<string>> | undefined;

/** Read when the first password is set: a node that only plays does without. */
async function readKnown(): Promise<Set<string>> {
  const { default: passwords } = await import('@zxcvbn-ts/language-common/src/passwords.json', {
    with: { type: 'json' },
  });
  return new Set(passwords as string[]);
}

/** Whether it is one that guessers try first. */
export async function isCommonPassword(password: string): Promise<boolean> {
  known ??= readKnown();
  return (await known).has(password.toLowerCase());
}

export function isOwnName(password: string, username: string): boolean {
  return password.toLowerCase() === username.toLowerCase();
}

export async function assertUncommon(field: string, password: string): Promise<void> {
  if (await isCommonPassword(password)) throw tooCommon(field);
}

/** By the name that the account has when the password is set: it may have had another before. */
export function assertNotOwnName(field: string, password: string, username: string): void {
  if (isOwnName(password, username)) throw tooCommon(field);
}

function tooCommon(field: string): Refusal {
  return fieldRefusal(field, 'This password is too common. Please choose another.');
}
