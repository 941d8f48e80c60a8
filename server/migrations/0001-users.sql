-- The time that history is written with. It is the clock; a transaction that writes the past, as
-- the demo does, says so with the setting pitboss.clock, which ends with it.
create function platform_now() returns timestamptz language sql volatile as $$
  select coalesce(nullif(current_setting('pitboss.clock', true), '')::timestamptz,
    clock_timestamp())
$$;

-- People and the tree they stand in. A person's ancestors are kept with the row, root first,
-- so that "is this account below me" is one comparison at any depth.
create table users (
  id bigint generated always as identity primary key,
  username text not null,
  name text not null,
  role text not null,
  parent_id bigint references users (id),
  ancestor_ids bigint[] not null,
  status text not null default 'active',
  currency text not null,
  is_demo boolean not null default false,
  minimum_bets_minor bigint,
  maximum_bets_minor bigint,
  password_hash text not null,
  deleted_at timestamptz,
  created_at timestamptz not null default platform_now(),
  updated_at timestamptz not null default platform_now(),
  constraint username_is_plain check (username ~ '^[A-Za-z0-9_.-]{3,32}$'),
  constraint role_is_known check (role in ('SUPER', 'ADMIN', 'USER')),
  constraint status_is_known check (status in ('active', 'suspended', 'locked')),
  constraint currency_is_known check (currency in ('USD', 'INR', 'PKR')),
  constraint only_super_stands_at_the_top check ((parent_id is null) = (role = 'SUPER')),
  constraint ancestors_end_with_the_parent
    check (parent_id is not distinct from ancestor_ids[cardinality(ancestor_ids)]),
  constraint smallest_bet_is_not_negative check (minimum_bets_minor >= 0),
  constraint smallest_bet_is_not_above_the_largest
    check (minimum_bets_minor <= maximum_bets_minor)
);

-- Names are unique without regard to case, deleted accounts included.
create unique index usernames_are_unique_without_case on users (lower(username));
create index users_by_parent on users (parent_id, id);
create index users_by_ancestor on users using gin (ancestor_ids);

-- The worst of an account's own status and its ancestors' counts; deleted counts as locked.
create function effective_status(p_user_id bigint, p_ancestor_ids bigint[]) returns text
language sql stable as $$
  select case
    when bool_or(deleted_at is not null or status = 'locked') then 'locked'
    when bool_or(status = 'suspended') then 'suspended'
    else 'active'
  end
  from users where id = any (p_ancestor_ids || p_user_id)
$$;
