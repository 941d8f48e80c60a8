-- Fills a database with bets for measuring lists, as fast as PostgreSQL writes: two rounds a minute
-- over the thirty days up to now, which go on however few bet, and bets in them by the clients that
-- are there. It is what the platform's verbs would have written, but for the holding accounts' and
-- the house's side of each transfer, which no list shows; rollups are computed from the rows at
-- the end. How many: the setting bench.bets.
set work_mem = '512MB';
set maintenance_work_mem = '1GB';

alter table rounds disable trigger user;
alter table bets disable trigger user;
alter table transfers disable trigger user;
alter table entries disable trigger user;
alter table accounts disable trigger user;
alter table round_operators disable trigger user;

-- Indexes are built once instead of being kept for every row.
create temp table dropped as
select format('alter table %s add constraint %I %s', conrelid::regclass, conname,
    pg_get_constraintdef(oid)) as again,
  format('alter table %s drop constraint %I', conrelid::regclass, conname) as gone
from pg_constraint
where contype in ('p', 'u') and conrelid in ('bets'::regclass, 'entries'::regclass,
  'transfers'::regclass)
union all
select pg_get_indexdef(indexrelid), format('drop index %s', indexrelid::regclass)
from pg_index
where indrelid in ('bets'::regclass, 'entries'::regclass, 'transfers'::regclass)
  and not exists (select from pg_constraint where conindid = indexrelid);
alter table cash_requests drop constraint cash_requests_transfer_id_fkey;
do $$
declare v_gone text;
begin
  for v_gone in select gone from dropped loop execute v_gone; end loop;
end $$;

create temp table people as
select row_number() over (order by u.id) - 1 as place, u.id, u.parent_id, u.ancestor_ids,
  w.id as wallet_id, s.id as stakes_id, w.balance_minor, w.entry_count
from users u
join accounts w on w.user_id = u.id and w.kind = 'wallet'
join accounts s on s.user_id = u.id and s.kind = 'stakes'
where u.role = 'USER' and u.currency = 'USD' and not u.is_demo;
create unique index on people (place);
analyze people;

insert into rounds (id, source, state, seed, hash, multiplier_table_id, drawn_hundredths,
  multiplier_hundredths, betting_until, doubling_ms, flying_at, ended_at, created_at, updated_at)
overriding system value
select r.id, 'engine', 'crashed', '\x00', 'filled', t.id, r.crash, r.crash,
  r.at + interval '7 seconds', 8000, r.at + interval '7 seconds', r.at + interval '20 seconds',
  r.at, r.at + interval '20 seconds'
from (
  select n as id, 100 + mod(abs(hashint8(n)), 300) as crash,
    date_trunc('second', now()) - interval '30 days' + (n - 1) * interval '30 seconds' as at
  from generate_series(1, 86400) n
) r, (select min(id) as id from multiplier_tables) t;
select setval('rounds_id_seq', (select max(id) from rounds));

insert into bets (id, round_id, user_id, parent_id, currency, is_demo, stake_minor,
  auto_hundredths, cashout_hundredths, type, cashout_minor, created_at, updated_at)
overriding system value
select b.n, r.id, p.id, p.parent_id, 'USD', false, b.stake, b.auto,
  case when b.auto <= r.multiplier_hundredths then b.auto end, 'settled',
  case when b.auto <= r.multiplier_hundredths then b.stake * b.auto / 100 else 0 end,
  r.created_at + mod(b.n, 113) * interval '60 milliseconds', r.ended_at
from (
  select n, (n - 1) * 86400 / current_setting('bench.bets')::bigint + 1 as round_id,
    mod(abs(hashint8(n)::bigint), 900) + 100 as stake,
    mod(abs(hashint8(n + 7)::bigint), 300)::int + 110 as auto,
    mod(abs(hashint8(n + 13)::bigint), (select count(*) from people)) as place
  from generate_series(1, current_setting('bench.bets')::bigint) n
) b
join rounds r on r.id = b.round_id join people p on p.place = b.place
order by b.n;
select setval('bets_id_seq', (select max(id) from bets));

-- A wallet's side of every bet: the stake, and the payout where there is one.
create temp table moves as
select row_number() over (order by at, bet_id, amount) as n, m.*
from (
  select b.created_at as at, b.id as bet_id, b.round_id, p.wallet_id, p.stakes_id,
    -b.stake_minor as amount
  from bets b join people p on p.id = b.user_id
  union all
  select b.updated_at, b.id, b.round_id, p.wallet_id, p.stakes_id, b.cashout_minor
  from bets b join people p on p.id = b.user_id where b.cashout_minor > 0
) m;
create temp table last_ids as
select (select max(id) from transfers) as transfer_id, (select max(id) from entries) as entry_id,
  (select id from accounts where kind = 'house' and currency = 'USD') as house_id;

insert into transfers (id, kind, from_account_id, to_account_id, amount_minor, remarks, bet_id,
  created_at)
overriding system value
select l.transfer_id + m.n, case when m.amount < 0 then 'stake' else 'payout' end,
  case when m.amount < 0 then m.wallet_id else l.house_id end,
  case when m.amount < 0 then m.stakes_id else m.wallet_id end, abs(m.amount),
  'Round ' || m.round_id || case when m.amount < 0 then ': stake' else ': payout' end,
  m.bet_id, m.at
from moves m, last_ids l;

insert into entries (id, account_id, sequence, transfer_id, amount_minor, balance_after_minor,
  created_at, owner_id, owner_parent_id, currency, is_demo)
overriding system value
select l.entry_id + m.n, m.wallet_id, p.entry_count + row_number() over so_far,
  l.transfer_id + m.n, m.amount, p.balance_minor + sum(m.amount) over so_far, m.at, p.id,
  p.parent_id, 'USD', false
from moves m join people p on p.wallet_id = m.wallet_id, last_ids l
window so_far as (partition by m.wallet_id order by m.n);
update accounts a set balance_minor = a.balance_minor + m.amount,
  entry_count = a.entry_count + m.entries
from (select wallet_id, sum(amount) as amount, count(*) as entries from moves group by 1) m
where a.id = m.wallet_id;
select setval('transfers_id_seq', (select max(id) from transfers)),
  setval('entries_id_seq', (select max(id) from entries));
drop table moves;

do $$
declare v_again text;
begin
  for v_again in select again from dropped loop execute v_again; end loop;
end $$;
alter table cash_requests add constraint cash_requests_transfer_id_fkey
  foreign key (transfer_id) references transfers (id);

insert into client_days
select user_id, (created_at at time zone 'UTC')::date, count(*), sum(stake_minor),
  sum(cashout_minor), 0, 0
from bets group by 1, 2;
create temp table parent_slots as
select parent_id, slot_of(created_at) as slot_at, count(*) as bets, sum(stake_minor) as stakes,
  sum(cashout_minor) as cashouts
from bets group by 1, 2;
insert into operator_slots
  (operator_id, currency, is_demo, slot_at, bets, stakes_minor, cashouts_minor)
select above.id, 'USD', false, s.slot_at, sum(s.bets), sum(s.stakes), sum(s.cashouts)
from parent_slots s join users u on u.id = s.parent_id
cross join unnest(u.ancestor_ids || u.id) above (id) group by 1, 2, 3, 4;
create temp table parent_rounds as
select parent_id, round_id, count(*) as bets, sum(stake_minor) as stakes,
  sum(cashout_minor) as cashouts
from bets group by 1, 2;
insert into round_operators
select above.id, 'USD', false, r.id, r.created_at, sum(s.bets), sum(s.stakes), sum(s.cashouts),
  0, 0
from parent_rounds s join rounds r on r.id = s.round_id join users u on u.id = s.parent_id
cross join unnest(u.ancestor_ids || u.id) above (id) group by 1, 2, 3, 4, 5;
insert into round_slots
select operator_id, currency, is_demo, slot_of(round_at), count(*), sum(bets), sum(stakes_minor),
  sum(cashouts_minor)
from round_operators group by 1, 2, 3, 4;
truncate wallet_days, statement_slots;
insert into wallet_days
select account_id, (created_at at time zone 'UTC')::date, count(*),
  sum(greatest(amount_minor, 0)), sum(greatest(-amount_minor, 0))
from entries where owner_id is not null group by 1, 2;
create temp table owner_slots as
select owner_id, currency, is_demo, slot_of(created_at) as slot_at, count(*) as entries,
  sum(greatest(amount_minor, 0)) as deposits, sum(greatest(-amount_minor, 0)) as withdrawals
from entries where owner_id is not null group by 1, 2, 3, 4;
insert into statement_slots
select above.id, o.currency, o.is_demo, o.slot_at, 0, sum(o.entries), sum(o.deposits),
  sum(o.withdrawals)
from owner_slots o join users u on u.id = o.owner_id
cross join unnest(statement_chain(u)) above (id) group by 1, 2, 3, 4;

alter table rounds enable trigger user;
alter table bets enable trigger user;
alter table transfers enable trigger user;
alter table entries enable trigger user;
alter table accounts enable trigger user;
alter table round_operators enable trigger user;
