import { fieldRefusal } from '../kernel/refusal.ts';

let known: Promise<Set<string>> | undefined;

/** Read when the first password is set: a node that only plays does without. */
async function readKnown(): Promise<Set<string>> {
  const { default: passwords } = await import('@zxcvbn-ts/language-common/src/passwords.json', {
    with: { type: 'json' },
  });
  return new Set(passwords as string[]);
}

/** Whether it is one that guessers try first, or the account's own name. */
export async function isCommonPassword(password: string, username?: string): Promise<boolean> {
  known ??= readKnown();
  const plain = password.toLowerCase();
  return plain === username?.toLowerCase() || (await known).has(plain);
}

export async function assertUncommon(
  field: string,
  password: string,
  username?: string,
): Promise<void> {
  if (await isCommonPassword(password, username)) {
    throw fieldRefusal(field, 'This password is too common. Please choose another.');
  }
}
