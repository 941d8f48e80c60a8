-- Bands are edited in a draft, which no round is drawn from, and published as a version. What was
-- in play stays so, and the draft begins as its copy.
-- cost: rounds 0.2
create table multiplier_draft (
  is_only boolean primary key default true,
  bands jsonb not null,
  actor_id bigint references users (id),
  changed_at timestamptz not null default platform_now(),
  constraint there_is_one_draft check (is_only)
);
insert into multiplier_draft (bands)
select bands from multiplier_tables order by id desc limit 1;
comment on table multiplier_draft is 'The bands that SUPER works on. Rounds are drawn from what '
  'was published of them, in multiplier_tables.';
grant select, update on multiplier_draft to node_role;

-- Versions from before have no reason, and their built-in table returns 97 %.
alter table multiplier_tables add column reason text, add column built_in_millionths int,
  add constraint built_in_has_no_bands check (built_in_millionths is null or bands = '[]'),
  add constraint built_in_is_a_share check (built_in_millionths between 1 and 1000000);
comment on table multiplier_tables is 'Every published version of the table that crash points are '
  'drawn from; the newest counts. No bands: the built-in one, which returns built_in_millionths at '
  'every target, or 97 % where that is not set.';

-- How many rounds a version had, and which was its first.
create index rounds_by_table on rounds (multiplier_table_id, id);
