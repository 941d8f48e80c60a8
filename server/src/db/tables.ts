import type { Role } from '@pitboss/contract/auth';
import type { BankStatus } from '@pitboss/contract/banks';
import type { CashRequestStatus } from '@pitboss/contract/cash-requests';
import type { Currency } from '@pitboss/contract/money';
import type { SupportType } from '@pitboss/contract/support';
import type { UserStatus } from '@pitboss/contract/users';
import type { ColumnType, Generated } from 'kysely';
import type { GameTables } from './game-tables.ts';

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
  cookie_hash: Buffer | null;
  agent: Generated<string>;
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

export type TransferKind =
  | 'issue'
  | 'opening'
  | 'deposit'
  | 'withdraw'
  | 'hold'
  | 'release'
  | 'cash_deposit'
  | 'cash_withdraw'
  | 'stake'
  | 'stake_taken'
  | 'payout'
  | 'refund';

interface TransfersTable {
  id: Generated<bigint>;
  kind: TransferKind;
  from_account_id: bigint;
  to_account_id: bigint;
  amount_minor: bigint;
  actor_id: bigint | null;
  remarks: string;
  idempotency_key: string | null;
  cash_request_id: bigint | null;
  bet_id: bigint | null;
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
  /** Of a wallet's entry alone. */
  owner_id: bigint | null;
  owner_parent_id: bigint | null;
  currency: Currency | null;
  is_demo: boolean | null;
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
  actor_id: bigint | null;
  service_key_id: bigint | null;
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

interface DemoStoryTable {
  is_only: Generated<boolean>;
  ends_at: Date;
  told_until: Date;
}

interface FilesTable {
  hash: Buffer;
  type: string;
  width: number;
  height: number;
  bytes: Buffer;
  created_at: Stamp;
}

interface SecretsTable {
  name: string;
  value: Buffer;
}

interface BanksTable {
  id: Generated<bigint>;
  owner_id: bigint;
  bank_name: string;
  account_number: string;
  account_holder_name: string;
  iban: string;
  max_amount_minor: bigint | null;
  daily_limit: number | null;
  status: BankStatus;
  is_deleted: Generated<boolean>;
  created_at: Stamp;
  updated_at: Stamp;
}

interface CashRequestsTable {
  id: Generated<bigint>;
  user_id: bigint;
  /** Written by a trigger. */
  parent_id: Generated<bigint | null>;
  type: 'deposit' | 'withdraw';
  amount_minor: bigint;
  currency: Currency;
  status: Generated<CashRequestStatus>;
  note: Generated<string>;
  bank_id: bigint | null;
  receipt_hash: Buffer | null;
  client_bank: Json;
  transfer_id: bigint | null;
  created_at: Stamp;
  updated_at: Stamp;
}

interface CashRequestStepsTable {
  id: Generated<bigint>;
  request_id: bigint;
  from_status: CashRequestStatus | null;
  to_status: CashRequestStatus;
  actor_id: bigint;
  note: string;
  at: Stamp;
}

interface EventsTable {
  id: Generated<bigint>;
  event_id: string;
  event_name: string;
  sequence: number;
  link: string;
  icon_hash: Buffer | null;
  image_hash: Buffer | null;
  is_maintenance: boolean;
  is_active: Generated<boolean>;
  created_at: Stamp;
  updated_at: Stamp;
}

interface SupportLinksTable {
  id: Generated<bigint>;
  owner_id: bigint;
  type: SupportType;
  link: string;
  created_at: Stamp;
}

interface UnsealedGapsTable {
  record: string;
  id: bigint;
  seen_at: Stamp;
}

export interface Tables extends GameTables {
  users: UsersTable;
  sessions: SessionsTable;
  sign_in_failures: SignInFailuresTable;
  accounts: AccountsTable;
  transfers: TransfersTable;
  entries: EntriesTable;
  audit_events: AuditEventsTable;
  idempotency_keys: IdempotencyKeysTable;
  games: GamesTable;
  demo_story: DemoStoryTable;
  files: FilesTable;
  secrets: SecretsTable;
  banks: BanksTable;
  cash_requests: CashRequestsTable;
  cash_request_steps: CashRequestStepsTable;
  events: EventsTable;
  support_links: SupportLinksTable;
  unsealed_gaps: UnsealedGapsTable;
}
