import type { ColumnType, Generated } from 'kysely';

// Written by `npm run schema` from the database: what stands here is what the columns take.

/** Written as JSON text, read back parsed. */
type Json = ColumnType<unknown, string, string>;
type NullableJson = ColumnType<unknown, string | null, string | null>;

export interface Tables {
  accounts: {
    id: Generated<bigint>;
    kind: string;
    user_id: bigint | null;
    currency: string;
    balance_minor: Generated<bigint>;
    entry_count: Generated<bigint>;
    shard: Generated<number>;
  };
  activity: {
    operator_id: bigint;
    at: Date;
    event_id: bigint;
    actor_id: bigint | null;
    kind: string;
    outcome: string;
  };
  activity_days: {
    operator_id: bigint;
    day: Date;
    kind: string;
    outcome: string;
    events: bigint;
  };
  activity_placing: {
    is_the_only_row: Generated<boolean>;
    last_position: Generated<bigint>;
  };
  activity_slots: {
    operator_id: bigint;
    slot_at: Date;
    kind: string;
    outcome: string;
    events: bigint;
  };
  actor_days: {
    actor_id: bigint;
    day: Date;
    kind: string;
    outcome: string;
    events: bigint;
  };
  actor_slots: {
    actor_id: bigint;
    slot_at: Date;
    kind: string;
    outcome: string;
    events: bigint;
  };
  applied_functions: {
    name: string;
    hash: string;
  };
  audit_events: {
    id: Generated<bigint>;
    at: Generated<Date>;
    actor_id: bigint | null;
    actor_name: string;
    actor_role: string | null;
    address: string;
    request_id: string;
    action: string;
    target_kind: string | null;
    target_id: bigint | null;
    before: NullableJson;
    after: NullableJson;
    outcome: 'done' | 'refused';
    message: string;
  };
  banks: {
    id: Generated<bigint>;
    owner_id: bigint;
    bank_name: string;
    account_number: string;
    account_holder_name: string;
    iban: string;
    max_amount_minor: bigint | null;
    daily_limit: number | null;
    status: Generated<'active' | 'suspended' | 'blocked' | 'freezed'>;
    is_deleted: Generated<boolean>;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
  };
  bets: {
    id: Generated<bigint>;
    round_id: bigint;
    user_id: bigint;
    currency: string;
    is_demo: boolean;
    stake_minor: bigint;
    auto_hundredths: number | null;
    cashout_hundredths: number | null;
    type: Generated<'unsettled' | 'settled' | 'void'>;
    cashout_minor: bigint | null;
    service_key_id: bigint | null;
    ref: string | null;
    created_at: Date;
    updated_at: Date;
    parent_id: bigint;
  };
  big_win_days: {
    operator_id: bigint;
    currency: string;
    day: Date;
    place: number;
    slot_at: Date;
    round_id: bigint;
    user_id: bigint;
    stake_minor: bigint;
    cashout_minor: bigint;
  };
  big_win_limits: {
    user_id: bigint | null;
    currency: string;
    limit_minor: bigint;
  };
  big_wins: {
    operator_id: bigint;
    currency: string;
    is_demo: boolean;
    slot_at: Date;
    place: number;
    round_id: bigint;
    user_id: bigint;
    stake_minor: bigint;
    cashout_minor: bigint;
  };
  cash_request_steps: {
    id: Generated<bigint>;
    request_id: bigint;
    from_status: string | null;
    to_status: string;
    actor_id: bigint;
    note: Generated<string>;
    at: Generated<Date>;
  };
  cash_requests: {
    id: Generated<bigint>;
    user_id: bigint;
    type: 'deposit' | 'withdraw';
    amount_minor: bigint;
    currency: 'USD' | 'INR' | 'PKR';
    status: Generated<'pending' | 'success' | 'failed' | 'cancelled'>;
    note: Generated<string>;
    bank_id: bigint | null;
    receipt_hash: Buffer | null;
    client_bank: NullableJson;
    transfer_id: bigint | null;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
    parent_id: bigint | null;
  };
  client_days: {
    user_id: bigint;
    day: Date;
    bets: bigint;
    stakes_minor: bigint;
    cashouts_minor: bigint;
    void_bets: bigint;
    void_stakes_minor: bigint;
  };
  client_notes: {
    id: Generated<bigint>;
    user_id: bigint;
    author_id: bigint;
    text: string;
    at: Generated<Date>;
  };
  client_slots: {
    parent_id: bigint;
    currency: string;
    is_demo: boolean;
    slot_at: Date;
    user_id: bigint;
    bets: bigint;
    stakes_minor: bigint;
    cashouts_minor: bigint;
  };
  demo_story: {
    is_only: Generated<boolean>;
    ends_at: Date;
    told_until: Date;
  };
  entries: {
    id: Generated<bigint>;
    account_id: bigint;
    sequence: bigint;
    transfer_id: bigint;
    amount_minor: bigint;
    balance_after_minor: bigint;
    created_at: Date;
    owner_id: bigint | null;
    owner_parent_id: bigint | null;
    currency: string | null;
    is_demo: boolean | null;
    bet_id: bigint | null;
  };
  erased_rows: {
    record: 'audit_events' | 'transfers';
    id: bigint;
    was: Buffer;
    is_now: Buffer;
    person_id: bigint;
  };
  events: {
    id: Generated<bigint>;
    event_id: string;
    event_name: string;
    sequence: Generated<number>;
    link: string;
    icon_hash: Buffer | null;
    image_hash: Buffer | null;
    is_maintenance: Generated<boolean>;
    is_active: Generated<boolean>;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
  };
  files: {
    hash: Buffer;
    type: 'image/png' | 'image/jpeg' | 'image/webp';
    width: number;
    height: number;
    bytes: Buffer;
    created_at: Generated<Date>;
  };
  games: {
    name: string;
    is_maintenance: boolean | null;
  };
  held_bets: {
    bet_id: bigint;
    round_id: bigint;
    reason: string;
    held_at: Generated<Date>;
  };
  idempotency_keys: {
    actor_id: bigint | null;
    key: string;
    request_hash: Buffer;
    created_at: Generated<Date>;
    service_key_id: bigint | null;
    kept: Json;
  };
  late_entries: {
    entry_id: bigint;
    listed_at: Date;
    crosses_slot: boolean;
    account_id: bigint;
    sequence: bigint;
  };
  late_play: {
    id: Generated<bigint>;
    slot_at: Date;
  };
  multiplier_draft: {
    is_only: Generated<boolean>;
    bands: Json;
    actor_id: bigint | null;
    changed_at: Generated<Date>;
  };
  multiplier_tables: {
    id: Generated<bigint>;
    bands: Json;
    hash: string;
    actor_id: bigint | null;
    created_at: Generated<Date>;
    reason: string | null;
    built_in_millionths: number | null;
  };
  notification_settings: {
    user_id: bigint;
    muted: Generated<string[]>;
    has_sound: Generated<boolean>;
  };
  notifications: {
    id: Generated<bigint>;
    user_id: bigint;
    kind:
      | 'request'
      | 'requestBelow'
      | 'bigWin'
      | 'round'
      | 'signIn'
      | 'refused'
      | 'maintenance'
      | 'platform';
    key: string;
    facts: Json;
    at: Generated<Date>;
    read_at: Date | null;
    xact: Generated<string>;
  };
  operator_slots: {
    operator_id: bigint;
    currency: string;
    slot_at: Date;
    bets: bigint;
    stakes_minor: bigint;
    cashouts_minor: bigint;
    is_demo: boolean;
    void_bets: Generated<bigint>;
    void_stakes_minor: Generated<bigint>;
  };
  people_counts: {
    operator_id: bigint;
    children: bigint;
    clients: bigint;
  };
  play_folding: {
    is_the_only_row: Generated<boolean>;
    folded_until: Date | null;
    next_until: Date | null;
    next_xid: bigint | null;
  };
  play_so_far: {
    period: 'day' | 'rest of day' | 'month' | 'rest of month';
    at: Date;
    currency: string;
    parent_id: bigint;
    users: bigint[];
    bets: number[];
    stakes_minor: bigint[];
    pl_minor: bigint[];
    all_bets: bigint;
    all_stakes_minor: bigint;
    all_pl_minor: bigint;
  };
  recovery_codes: {
    user_id: bigint;
    code_hash: Buffer;
    used_at: Date | null;
  };
  request_days: {
    operator_id: bigint;
    day: Date;
    type: string;
    status: string;
    requests: bigint;
  };
  round_operators: {
    operator_id: bigint;
    currency: string;
    is_demo: boolean;
    round_id: bigint;
    round_at: Date;
    bets: bigint;
    stakes_minor: bigint;
    cashouts_minor: bigint;
    void_bets: bigint;
    void_stakes_minor: bigint;
  };
  round_slots: {
    operator_id: bigint;
    currency: string;
    is_demo: boolean;
    slot_at: Date;
    rounds: bigint;
    bets: bigint;
    stakes_minor: bigint;
    cashouts_minor: bigint;
  };
  rounds: {
    id: Generated<bigint>;
    source: 'engine' | 'game';
    service_key_id: bigint | null;
    ref: string | null;
    state: Generated<'betting' | 'flying' | 'crashed' | 'void'>;
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
    bets_have_ended: Generated<boolean>;
  };
  rounds_to_seal: {
    record: string;
    round_id: bigint;
  };
  sealing: {
    record: string;
    last_id: Generated<bigint>;
  };
  seals: {
    record:
      | 'audit_events'
      | 'transfers'
      | 'multiplier_tables'
      | 'rounds'
      | 'bets'
      | 'rounds_ended'
      | 'bets_ended';
    position: bigint;
    sealed_at: Generated<Date>;
    ids: bigint[];
    digests: Buffer;
    hash: Buffer;
  };
  second_factors: {
    user_id: bigint;
    secret: Buffer;
    is_sealed: boolean;
    last_step: Generated<bigint>;
    created_at: Generated<Date>;
    confirmed_at: Date | null;
  };
  secrets: {
    name: string;
    value: Buffer;
  };
  security_settings: {
    is_the_only_row: Generated<boolean>;
    is_second_factor_required: Generated<boolean>;
    is_step_up_for_operators: Generated<boolean>;
  };
  service_keys: {
    id: Generated<bigint>;
    name: string;
    key_hash: Buffer;
    created_by: bigint;
    created_at: Generated<Date>;
    revoked_at: Date | null;
  };
  sessions: {
    id: Generated<bigint>;
    token_hash: Buffer;
    user_id: bigint;
    address: string;
    created_at: Generated<Date>;
    last_used_at: Generated<Date>;
    expires_at: Date;
    ended_at: Date | null;
    end_reason: string | null;
    cookie_hash: Buffer | null;
    agent: Generated<string>;
    proven_at: Generated<Date>;
  };
  sign_in_failures: {
    subject: string;
    failures: number;
    last_failed_at: Date;
    blocked_until: Date;
    throttled: Generated<number>;
    throttled_at: Date | null;
    throttled_try: NullableJson;
  };
  statement_folding: {
    is_the_only_row: Generated<boolean>;
    folded_until: Generated<Date>;
    next_until: Generated<Date>;
    next_xid: bigint | null;
  };
  statement_slots: {
    operator_id: bigint;
    currency: string;
    is_demo: boolean;
    slot_at: Date;
    entries: bigint;
    deposits_minor: bigint;
    withdrawals_minor: bigint;
  };
  support_links: {
    id: Generated<bigint>;
    owner_id: bigint;
    type: 'whatsapp' | 'telegram' | 'calling' | 'mobile' | 'facebook' | 'instagram' | 'livechat';
    link: string;
    created_at: Generated<Date>;
  };
  transfers: {
    id: Generated<bigint>;
    kind: string;
    from_account_id: bigint | null;
    to_account_id: bigint | null;
    amount_minor: bigint;
    actor_id: bigint | null;
    remarks: Generated<string>;
    idempotency_key: string | null;
    created_at: Date;
    cash_request_id: bigint | null;
    bet_id: bigint | null;
    round_id: bigint | null;
  };
  troubles: {
    kind: string;
    since: Generated<Date>;
    detail: string;
  };
  unsealed_gaps: {
    record: string;
    id: bigint;
    seen_at: Generated<Date>;
  };
  users: {
    id: Generated<bigint>;
    username: string;
    name: string;
    role: 'SUPER' | 'ADMIN' | 'USER';
    parent_id: bigint | null;
    ancestor_ids: bigint[];
    status: Generated<'active' | 'suspended' | 'locked'>;
    currency: 'USD' | 'INR' | 'PKR';
    is_demo: Generated<boolean>;
    minimum_bets_minor: bigint | null;
    maximum_bets_minor: bigint | null;
    password_hash: string;
    deleted_at: Date | null;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
  };
  wallet_days: {
    account_id: bigint;
    day: Date;
    entries: bigint;
    deposits_minor: bigint;
    withdrawals_minor: bigint;
  };
}
