-- What statements count and add up was written with every transfer: a tenth of what a deposit cost.
-- It is folded in the background now, so nobody waits for the row of the operator at the top, and
-- its shards go.
-- cost: statement_slots 1
--
-- Who has added to the sums by the old functions has ended when this is had.
lock table transfers in exclusive mode;
create table statement_folding (
  is_the_only_row boolean primary key default true check (is_the_only_row),
  folded_until timestamptz not null default 'epoch',
  next_until timestamptz not null default 'epoch',
  next_xid bigint
);
comment on table statement_folding is 'All entries before folded_until are in the sums of '
  'statements, and no others. Those before next_until will be, once every transaction below '
  'next_xid has ended; who writes one of them anew says so to the one who folds.';
grant select on statement_folding to node_role;
insert into statement_folding (folded_until, next_until)
select at, at from (
  -- Of an empty database nothing is folded yet.
  select case when count(*) = 0 then 'epoch' else date_trunc('milliseconds',
    greatest(max(e.created_at) + interval '1 millisecond', clock_timestamp())) end as at
  from (values (false), (true)) money (is_demo)
  cross join (select distinct currency from accounts) a
  cross join lateral (
    select created_at from entries
    where currency = a.currency and is_demo = money.is_demo and owner_id is not null
    order by created_at desc limit 1) e
) begun;
drop function if exists add_to_statement_slots, add_set_to_statements, add_to_wallet_days;

create temp table sums on commit drop as
select operator_id, currency, is_demo, slot_at, sum(entries)::bigint as entries,
  sum(deposits_minor)::bigint as deposits_minor,
  sum(withdrawals_minor)::bigint as withdrawals_minor
from statement_slots group by 1, 2, 3, 4;
truncate statement_slots;
alter table statement_slots drop column shard;
insert into statement_slots select * from sums;
alter table statement_slots
  add constraint statement_slots_pkey primary key (operator_id, currency, is_demo, slot_at);
drop table sums;
comment on table statement_slots is 'What the statement of an operator, its own wallet and its '
  'branch, counts and adds up in a quarter of an hour.';
comment on index statement_slots_pkey is 'fold_statements; an operator''s statement: totals.';
comment on index wallet_days_pkey is 'fold_statements; one statement''s totals.';
