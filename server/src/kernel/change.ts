/** What a write did, for the audit record: on whom, and the values before and after. */
export interface Change {
  kind:
    | 'user'
    | 'session'
    | 'game'
    | 'bank'
    | 'cash-request'
    | 'event'
    | 'support'
    | 'round'
    | 'bet'
    | 'multiplier'
    | 'multiplier-version'
    | 'service-key'
    | 'security';
  id: bigint | null;
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
}
