import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { Refusal } from '../kernel/refusal.ts';
import { cost } from './password-cost.ts';

const argon2Async = promisify(argon2);

const tagLength = 32;

/**
 * Hashing is the dearest thing a stranger can ask for, so few run side by side, fewer
 * than there are cores, and few may wait.
 */
const runningMax = Math.min(2, Math.max(1, availableParallelism() - 1));
const waitingMax = 50;
let running = 0;
const waiting: (() => void)[] = [];

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const tag = await derive(password, salt, cost);
  const { memory, passes, parallelism } = cost;
  const parameters = `m=${memory},t=${passes},p=${parallelism}`;
  return `$argon2id$v=19$${parameters}$${toText(salt)}$${toText(tag)}`;
}

const encoded = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/;

export async function isPassword(password: string, hash: string): Promise<boolean> {
  const match = encoded.exec(hash);
  if (!match) return false;
  const [, memory, passes, parallelism, salt = '', tag = ''] = match;
  const expected = Buffer.from(tag, 'base64');
  const given = await derive(password, Buffer.from(salt, 'base64'), {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
  });
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** Whether a hash was made at another cost than today's. */
export function isOutdatedHash(hash: string): boolean {
  const [, memory, passes, parallelism] = encoded.exec(hash) ?? [];
  return `${memory},${passes},${parallelism}` !== Object.values(cost).join(',');
}

/** Takes as long as checking a real password, for names that nobody has. */
export async function isNobodysPassword(password: string): Promise<false> {
  await derive(password, Buffer.alloc(16), cost);
  return false;
}

/** At the same cost, with a salt of the caller's: what is equal can be known by it. */
export function hashDearly(text: string, salt: Buffer): Promise<Buffer> {
  return derive(text, salt, cost);
}

function toText(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}

async function derive(password: string, nonce: Buffer, costs: typeof cost): Promise<Buffer> {
  await takeTurn();
  try {
    const message = Buffer.from(password, 'utf8');
    return Buffer.from(await argon2Async('argon2id', { message, nonce, tagLength, ...costs }));
  } finally {
    running--;
    waiting.shift()?.();
  }
}

/** Asked before anything else is done for a sign-in: a flood of them must cost next to nothing. */
export function assertRoomToHash(): void {
  if (running < runningMax || waiting.length < waitingMax) return;
  throw new Refusal('unavailable', 'Too many sign-ins at once. Please try again.', {
    retryAfterSeconds: 2,
  });
}

async function takeTurn(): Promise<void> {
  if (running >= runningMax) {
    assertRoomToHash();
    await new Promise<void>((resolve) => waiting.push(resolve));
  }
  running++;
}
