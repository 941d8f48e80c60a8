import type { Role } from '@pitboss/contract/auth';
import type { Currency, Minor } from '@pitboss/contract/money';

/** Where a request came from, for the audit record. */
export interface Origin {
  address: string;
  requestId: string;
}

/** The one who acts: read afresh from the database for every request. */
export interface Actor extends Origin {
  id: bigint;
  sessionId: bigint;
  /** Whether it showed a password or a code within the last ten minutes. */
  isFresh: boolean;
  username: string;
  name: string;
  role: Role;
  currency: Currency;
  isDemo: boolean;
  ancestorIds: bigint[];
  /** The betting limits that its clients take over. */
  limits: { minimumBetsMinor: Minor | null; maximumBetsMinor: Minor | null };
  /** The worse of the account's own status and its ancestors'. */
  status: 'active' | 'suspended';
  /** The key that the caller sent with a call that moves money. */
  idempotencyKey: string | null;
}

/** A game server that calls with its service key. */
export interface Service extends Origin {
  keyId: bigint;
  name: string;
  idempotencyKey: string | null;
}
