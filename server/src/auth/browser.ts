import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { hashToken } from './sessions.ts';

/** What a browser says of itself, and what it keeps of ours where no script can read it. */
export interface Browser {
  /** The secret in our cookie, when it brought one. */
  secret: string | undefined;
  /** Whether a page of our own asks: only then will a cookie of ours come back. */
  isOurPage: boolean;
  agent: string;
}

const cookieName = '__Host-pitboss';
const daysKept = 400;

export function readBrowser(headers: IncomingHttpHeaders): Browser {
  return {
    secret: readSecret(headers.cookie),
    isOurPage: headers['sec-fetch-site'] === 'same-origin',
    agent: (headers['user-agent'] ?? '').slice(0, 300),
  };
}

/** The hash of the secret that the call brought; only the hash is stored. */
export function readCookieHash(headers: IncomingHttpHeaders): Buffer | null {
  const secret = readSecret(headers.cookie);
  return secret === undefined ? null : hashToken(secret);
}

/** A browser keeps one secret for all its sessions, so that two tabs do not end each other's. */
export function secretFor({ isOurPage, secret }: Browser): string | undefined {
  return isOurPage ? (secret ?? randomBytes(32).toString('base64url')) : undefined;
}

export function cookieWith(secret: string): string {
  const kept = `Max-Age=${daysKept * 86_400}`;
  return `${cookieName}=${secret}; Path=/; ${kept}; Secure; HttpOnly; SameSite=Strict`;
}

function readSecret(header: string | undefined): string | undefined {
  for (const part of (header ?? '').slice(0, 8_192).split(';')) {
    const [name, value = ''] = part.trim().split('=', 2);
    if (name === cookieName && /^[\w-]{43}$/.test(value)) return value;
  }
  return undefined;
}
