-- A second factor of operators (TOTP, RFC 6238) and the codes that stand in for it.
-- cost: sessions 1
create table second_factors (
  user_id bigint primary key references users (id),
  secret bytea not null,
  is_sealed boolean not null,
  last_step bigint not null default 0,
  created_at timestamptz not null default platform_now(),
  confirmed_at timestamptz
);
comment on table second_factors is 'What an authenticator app and we both know: sealed with '
  'SECOND_FACTOR_KEY where that is set. It counts once a first code has confirmed it. A code of '
  'the last step that was used, or of one before it, is not taken.';

create table recovery_codes (
  user_id bigint not null references second_factors (user_id) on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);
comment on table recovery_codes is 'Hashes of codes that stand in for a lost app, each once.';

-- What SUPER has decided for everybody below.
create table security_settings (
  is_the_only_row boolean primary key default true check (is_the_only_row),
  is_second_factor_required boolean not null default false,
  is_step_up_for_operators boolean not null default false
);
insert into security_settings default values;
comment on table security_settings is 'Whether operators must have a second factor, and whether '
  'a role change or the delete of an operator asks for the password or a code again.';

-- When the one who uses the session last showed a password or a code.
alter table sessions add column proven_at timestamptz not null default now();
update sessions set proven_at = created_at where ended_at is null;

grant select on second_factors, recovery_codes, security_settings to node_role;
grant insert, update, delete on second_factors, recovery_codes to node_role;
grant update on security_settings to node_role;
