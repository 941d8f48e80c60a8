import type { Role } from '@pitboss/contract/auth';
import type { Currency } from '@pitboss/contract/money';
import type { UserStatus } from '@pitboss/contract/users';
import type { ColumnType, Generated } from 'kysely';

/** Written as JSON text, read back parsed. */
type Json = ColumnType<unknown, string | null, string | null>;
type Stamp = Generated<Date>;

interface UsersTable {
  id: Generated<bigint>;
  username: string;
  name: string;
  role: Role;
  parent_id: bigint | null;
  ancestor_ids: bigint[];
  status: Generated<UserStatus>;
  currency: Currency;
  is_demo: Generated<boolean>;
  minimum_bets_minor: bigint | null;
  maximum_bets_minor: bigint | null;
  password_hash: string;
  deleted_at: Date | null;
  created_at: Stamp;
  updated_at: Stamp;
}

interface SessionsTable {
  id: Generated<bigint>;
  token_hash: Buffer;
  user_id: bigint;
  address: string;
  created_at: Stamp;
  last_used_at: Stamp;
  expires_at: Date;
  ended_at: Date | null;
  end_reason: string | null;
}

interface SignInFailuresTable {
  subject: string;
  failures: number;
  last_failed_at: Date;
  blocked_until: Date;
}

interface AccountsTable {
  id: Generated<bigint>;
  kind: 'wallet' | 'stakes' | 'withdrawals' | 'treasury' | 'demo_treasury' | 'house';
  user_id: bigint | null;
  currency: Currency;
  balance_minor: Generated<bigint>;
  entry_count: Generated<bigint>;
}

interface TransfersTable {
  id: Generated<bigint>;
  kind: 'issue' | 'opening' | 'deposit' | 'withdraw';
  from_account_id: bigint;
  to_account_id: bigint;
  amount_minor: bigint;
  actor_id: bigint | null;
  remarks: string;
  idempotency_key: string | null;
  created_at: Date;
}

interface EntriesTable {
  id: Generated<bigint>;
  account_id: bigint;
  sequence: bigint;
  transfer_id: bigint;
  amount_minor: bigint;
  balance_after_minor: bigint;
  created_at: Date;
}

interface AuditEventsTable {
  id: Generated<bigint>;
  at: Stamp;
  actor_id: bigint | null;
  actor_name: string;
  actor_role: Role | null;
  address: string;
  request_id: string;
  action: string;
  target_kind: string | null;
  target_id: bigint | null;
  before: Json;
  after: Json;
  outcome: 'done' | 'refused';
  message: string;
}

interface IdempotencyKeysTable {
  actor_id: bigint;
  key: string;
  request_hash: Buffer;
  http_status: number;
  answer: Json;
  created_at: Stamp;
}

interface GamesTable {
  name: string;
  is_maintenance: boolean | null;
}

interface OperatorSlotsTable {
  operator_id: bigint;
  currency: Currency;
  slot_at: Date;
  bets: bigint;
  stakes_minor: bigint;
  cashouts_minor: bigint;
}

export interface Tables {
  users: UsersTable;
  sessions: SessionsTable;
  sign_in_failures: SignInFailuresTable;
  accounts: AccountsTable;
  transfers: TransfersTable;
  entries: EntriesTable;
  audit_events: AuditEventsTable;
  idempotency_keys: IdempotencyKeysTable;
  games: GamesTable;
  operator_slots: OperatorSlotsTable;
}
