import type { Kind } from '@pitboss/contract/all';

/** What a write did, for the audit record: on whom, and the values before and after. */
export interface Change {
  kind: Kind;
  id: bigint | null;
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
}
