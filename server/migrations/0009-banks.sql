create table banks (
  id bigint generated always as identity primary key,
  owner_id bigint not null references users (id),
  bank_name text not null,
  account_number text not null,
  account_holder_name text not null,
  iban text not null,
  -- The largest single deposit to it, and the number of deposits a day.
  max_amount_minor bigint,
  daily_limit int,
  status text not null default 'active',
  is_deleted boolean not null default false,
  created_at timestamptz not null default platform_now(),
  updated_at timestamptz not null default platform_now(),
  constraint status_is_known check (status in ('active', 'suspended', 'blocked', 'freezed')),
  constraint largest_deposit_is_not_negative check (max_amount_minor >= 0),
  constraint daily_limit_is_positive check (daily_limit > 0)
);
create index banks_by_owner on banks (owner_id, id);
