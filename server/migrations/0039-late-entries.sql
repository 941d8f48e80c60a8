-- Until 0032 a settlement took its time before it locked the accounts, so that an entry could be
-- dated before the one before it. Entries are sealed and stay as they are; these are only listed
-- at another moment: that of the latest entry before them in their account.
-- cost: entries 0.1
create table late_entries (
  entry_id bigint primary key,
  listed_at timestamptz not null,
  crosses_slot boolean not null
);
comment on table late_entries is 'Entries of wallets that an earlier release dated before the one '
  'before them, and when to list them, so that lists by time run as the balance does. None is '
  'added any more.';
insert into late_entries (entry_id, listed_at, crosses_slot)
select id, latest_at, date_bin('15 minutes', latest_at, 'epoch')
  <> date_bin('15 minutes', created_at, 'epoch')
from (
  select id, created_at, max(created_at) over (partition by account_id order by sequence)
    as latest_at
  from entries where owner_id is not null
) e where created_at < latest_at;
create index late_entries_by_time on late_entries (listed_at);
create index late_entries_across_slots on late_entries (entry_id) where crosses_slot;
grant select on late_entries to node_role;
-- Lists are planned by how few they are, from the first one on.
analyze late_entries;
