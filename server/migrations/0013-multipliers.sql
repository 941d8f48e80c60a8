-- Every version of the table that crash points are drawn from, as a list of bands with ids of their
-- own. The newest counts; a round names the one it was drawn from. No bands: the built-in table.
create table multiplier_tables (
  id bigint generated always as identity primary key,
  bands jsonb not null,
  hash text not null,
  actor_id bigint references users (id),
  created_at timestamptz not null default platform_now()
);
create sequence multiplier_band_ids;

insert into multiplier_tables (bands, hash)
values ('[]', encode(sha256('default:970000'), 'hex'));

create trigger multiplier_tables_are_append_only
  before update or delete or truncate on multiplier_tables
  for each statement execute function refuse_change();
