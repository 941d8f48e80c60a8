-- A session is known by the hash of its token; the token itself is never stored.
create table sessions (
  id bigint generated always as identity primary key,
  token_hash bytea not null unique,
  user_id bigint not null references users (id),
  address text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  end_reason text,
  constraint an_end_has_a_reason check ((ended_at is null) = (end_reason is null))
);
create index sessions_by_user on sessions (user_id, created_at desc);
create index live_sessions_by_user on sessions (user_id) where ended_at is null;

-- Wrong passwords, counted for the name that was tried and for the address that tried it.
create table sign_in_failures (
  subject text primary key,
  failures int not null,
  last_failed_at timestamptz not null,
  blocked_until timestamptz not null
);
