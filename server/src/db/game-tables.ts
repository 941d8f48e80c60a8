import type { BetType } from '@pitboss/contract/bets';
import type { Currency } from '@pitboss/contract/money';
import type { RoundState } from '@pitboss/contract/rounds';
import type { ColumnType, Generated } from 'kysely';

interface PlayFigures {
  bets: bigint;
  stakes_minor: bigint;
  cashouts_minor: bigint;
  void_bets: bigint;
  void_stakes_minor: bigint;
}

interface OperatorSlotsTable extends PlayFigures {
  operator_id: bigint;
  currency: Currency;
  is_demo: boolean;
  slot_at: Date;
}

interface ClientDaysTable extends PlayFigures {
  user_id: bigint;
  day: Date;
}

interface RoundOperatorsTable extends PlayFigures {
  operator_id: bigint;
  currency: Currency;
  is_demo: boolean;
  round_id: bigint;
  round_at: Date;
}

interface MultiplierTablesTable {
  id: Generated<bigint>;
  bands: ColumnType<unknown, string, string>;
  hash: string;
  actor_id: bigint | null;
  created_at: Generated<Date>;
}

interface ServiceKeysTable {
  id: Generated<bigint>;
  name: string;
  key_hash: Buffer;
  created_by: bigint;
  created_at: Generated<Date>;
  revoked_at: Date | null;
}

interface RoundsTable {
  id: Generated<bigint>;
  source: 'engine' | 'game';
  service_key_id: bigint | null;
  ref: string | null;
  state: Generated<RoundState>;
  seed: Buffer;
  hash: string;
  multiplier_table_id: bigint;
  drawn_hundredths: number;
  multiplier_hundredths: number | null;
  betting_until: Date | null;
  doubling_ms: number | null;
  flying_at: Date | null;
  ended_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

interface BetsTable {
  id: Generated<bigint>;
  round_id: bigint;
  user_id: bigint;
  parent_id: bigint;
  currency: Currency;
  is_demo: boolean;
  stake_minor: bigint;
  auto_hundredths: number | null;
  cashout_hundredths: number | null;
  type: Generated<BetType>;
  cashout_minor: bigint | null;
  service_key_id: bigint | null;
  ref: string | null;
  created_at: Date;
  updated_at: Date;
}

export interface GameTables {
  operator_slots: OperatorSlotsTable;
  client_days: ClientDaysTable;
  round_operators: RoundOperatorsTable;
  multiplier_tables: MultiplierTablesTable;
  service_keys: ServiceKeysTable;
  rounds: RoundsTable;
  bets: BetsTable;
}
