import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { hashToken } from './sessions.ts';

/** What a browser says of itself, and what it keeps of ours where no script can read it. */
export interface Browser {
  /** The secret in our cookie, when it brought one. */
  secret: string | undefined;
  /** Whether a page of our own asks: only then will a cookie of ours come back. */
  isOurPage: boolean;
  /** Whether it came by TLS, to us or to a proxy of ours. */
  isSecure: boolean;
  agent: string;
}

/** What of a request is looked at. */
interface Sent {
  headers: IncomingHttpHeaders;
  protocol: string;
}

/**
 * Behind TLS the name itself says that no other site and no plain connection has set the cookie. On
 * plain http some browsers drop such a one, so there it has a plain name.
 */
const names = { secure: '__Host-pitboss', plain: 'pitboss' };
const daysKept = 400;

export function readBrowser(request: Sent): Browser {
  const { headers } = request;
  return {
    secret: readSecret(request),
    isOurPage: headers['sec-fetch-site'] === 'same-origin',
    isSecure: isSecure(request),
    agent: (headers['user-agent'] ?? '').slice(0, 300),
  };
}

/** The hash of the secret that the call brought; only the hash is stored. */
export function readCookieHash(request: Sent): Buffer | null {
  const secret = readSecret(request);
  return secret === undefined ? null : hashToken(secret);
}

/** A browser keeps one secret for all its sessions, so that two tabs do not end each other's. */
export function secretFor({ isOurPage, secret }: Browser): string | undefined {
  return isOurPage ? (secret ?? randomBytes(32).toString('base64url')) : undefined;
}

export function cookieWith(secret: string, { isSecure }: Browser): string {
  const kept = `Path=/; Max-Age=${daysKept * 86_400}`;
  const name = isSecure ? names.secure : names.plain;
  return `${name}=${secret}; ${kept}; ${isSecure ? 'Secure; ' : ''}HttpOnly; SameSite=Strict`;
}

function isSecure({ protocol }: Sent): boolean {
  return protocol === 'https';
}

/** Behind TLS a plain one counts for nothing: whoever reads the line could have planted it. */
function readSecret(request: Sent): string | undefined {
  const secure = secretNamed(names.secure, request);
  return isSecure(request) ? secure : (secretNamed(names.plain, request) ?? secure);
}

function secretNamed(wanted: string, { headers }: Sent): string | undefined {
  for (const part of (headers.cookie ?? '').slice(0, 8_192).split(';')) {
    const [name, value = ''] = part.trim().split('=', 2);
    if (name === wanted && /^[\w-]{43}$/.test(value)) return value;
  }
  return undefined;
}
