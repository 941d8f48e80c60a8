-- Fills a database with bets for measuring lists, as fast as PostgreSQL writes: two rounds a minute
-- over the thirty days up to now, which go on however few bet, and bets in them by the clients that
-- are there: each plays for two hours a day, in eight quarters of an hour. It is what the
-- platform's verbs would have written, but for the holding accounts' and the house's side of each
-- transfer, which no list shows; rollups are computed from the rows at the end. How many: the
-- setting bench.bets.
set work_mem = '512MB';
set maintenance_work_mem = '1GB';

alter table rounds disable trigger user;
alter table bets disable trigger user;
alter table transfers disable trigger user;
alter table entries disable trigger user;
alter table accounts disable trigger user;
alter table round_operators disable trigger user;

-- Writes what a view shows into a table, in the columns that both have: what one release keeps of a
-- move and another does not is left to the catalogue.
create function pg_temp.copy_into(p_table text, p_view text) returns void language plpgsql as $$
declare v_columns text;
begin
  select string_agg(quote_ident(t.attname), ', ') into v_columns
  from pg_attribute t join pg_attribute v on v.attname = t.attname
  where t.attrelid = p_table::regclass and v.attrelid = p_view::regclass
    and t.attnum > 0 and v.attnum > 0 and not t.attisdropped and t.attgenerated = '';
  -- By their ids, as the platform writes them: an index of ranges leads to a row by that alone.
  execute format('insert into %s (%s) overriding system value select %s from %s %s', p_table,
    v_columns, v_columns, p_view,
    case when v_columns ~ '\mid\M' then 'order by id' else '' end);
end $$;
create function pg_temp.last_id(p_table text) returns bigint language plpgsql as $$
declare v_id bigint := 0;
begin
  if pg_get_serial_sequence(p_table, 'id') is not null then
    execute format('select coalesce(max(id), 0) from %s', p_table) into v_id;
  end if;
  return v_id;
end $$;
create function pg_temp.follow_ids(p_table text) returns void language plpgsql as $$
begin
  perform setval(pg_get_serial_sequence(p_table, 'id'), pg_temp.last_id(p_table))
  where pg_get_serial_sequence(p_table, 'id') is not null;
end $$;

-- Indexes are built once instead of being kept for every row, and what points at their keys goes
-- before them and comes back after them.
create temp table dropped as
select case when contype = 'f' then 1 else 2 end as turn,
  format('alter table %s add constraint %I %s', conrelid::regclass, conname,
    pg_get_constraintdef(oid)) as again,
  format('alter table %s drop constraint %I', conrelid::regclass, conname) as gone
from pg_constraint
where conparentid = 0
  and (contype in ('p', 'u') and conrelid in ('bets'::regclass, 'entries'::regclass,
      'transfers'::regclass)
    or contype = 'f' and confrelid in ('bets'::regclass, 'entries'::regclass,
      'transfers'::regclass))
union all
select 2, pg_get_indexdef(indexrelid), format('drop index %s', indexrelid::regclass)
from pg_index
where indrelid in ('bets'::regclass, 'entries'::regclass, 'transfers'::regclass)
  and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u'));
do $$
declare v_gone text;
begin
  for v_gone in select gone from dropped order by turn loop execute v_gone; end loop;
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
  multiplier_hundredths, betting_until, doubling_ms, flying_at, ended_at, created_at, updated_at,
  bets_have_ended)
overriding system value
select r.id, 'engine', 'crashed', '\x00', 'filled', t.id, r.crash, r.crash,
  r.at + interval '7 seconds', 8000, r.at + interval '7 seconds', r.at + interval '20 seconds',
  r.at, r.at + interval '20 seconds', true
from (
  select n as id, 100 + mod(abs(hashint8(n)), 300) as crash,
    date_trunc('second', now()) - interval '30 days' + (n - 1) * interval '30 seconds' as at
  from generate_series(1, 86400) n
) r, (select min(id) as id from multiplier_tables) t;
select pg_temp.follow_ids('rounds');

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
    -- Whose turn it is goes round with the quarters of an hour, thirty rounds each.
    mod((n - 1) * 86400 / current_setting('bench.bets')::bigint / 30 / 8 * (crowd.size / 12)
      + mod(abs(hashint8(n + 13)::bigint), crowd.size / 12), crowd.size) as place
  from generate_series(1, current_setting('bench.bets')::bigint) n,
    (select count(*) as size from people) crowd
) b
join rounds r on r.id = b.round_id join people p on p.place = b.place
order by b.n;
select pg_temp.follow_ids('bets');

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
select pg_temp.last_id('transfers') as transfer_id, pg_temp.last_id('entries') as entry_id,
  (select min(id) from accounts where kind = 'house' and currency = 'USD') as house_id;

create temp view transfers_of_moves as
select l.transfer_id + m.n as id, case when m.amount < 0 then 'stake' else 'payout' end as kind,
  case when m.amount < 0 then m.wallet_id else l.house_id end as from_account_id,
  case when m.amount < 0 then m.stakes_id else m.wallet_id end as to_account_id,
  abs(m.amount) as amount_minor,
  'Round ' || m.round_id || case when m.amount < 0 then ': stake' else ': payout' end as remarks,
  m.bet_id, m.at as created_at
from moves m, last_ids l;
select pg_temp.copy_into('transfers', 'transfers_of_moves');

create temp view entries_of_moves as
select l.entry_id + m.n as id, m.wallet_id as account_id,
  p.entry_count + row_number() over so_far as sequence, l.transfer_id + m.n as transfer_id,
  m.bet_id, m.amount as amount_minor, p.balance_minor + sum(m.amount) over so_far
    as balance_after_minor, m.at as created_at, p.id as owner_id, p.parent_id as owner_parent_id,
  'USD' as currency, false as is_demo
from moves m join people p on p.wallet_id = m.wallet_id, last_ids l
window so_far as (partition by m.wallet_id order by m.n);
select pg_temp.copy_into('entries', 'entries_of_moves');
update accounts a set balance_minor = a.balance_minor + m.amount,
  entry_count = a.entry_count + m.entries
from (select wallet_id, sum(amount) as amount, count(*) as entries from moves group by 1) m
where a.id = m.wallet_id;
select pg_temp.follow_ids('transfers'), pg_temp.follow_ids('entries');
drop table moves cascade;

do $$
declare v_again text;
begin
  for v_again in select again from dropped order by turn desc loop execute v_again; end loop;
end $$;

create temp view days_of_clients as
select user_id, (created_at at time zone 'UTC')::date as day, count(*) as bets,
  sum(stake_minor) as stakes_minor, sum(cashout_minor) as cashouts_minor, 0 as void_bets,
  0 as void_stakes_minor
from bets group by 1, 2;
select pg_temp.copy_into('client_days', 'days_of_clients');

create temp view slots_of_clients as
select parent_id, currency, is_demo, slot_of(created_at) as slot_at, user_id, count(*) as bets,
  sum(stake_minor) as stakes_minor, sum(cashout_minor) as cashouts_minor
from bets group by 1, 2, 3, 4, 5;
select pg_temp.copy_into('client_slots', 'slots_of_clients');
create temp view largest_wins as
select * from (
  select above.id as operator_id, w.currency, w.is_demo, w.slot_at,
    row_number() over (partition by above.id, w.slot_at
      order by w.cashout_minor - w.stake_minor desc, w.round_id, w.user_id, w.stake_minor) as place,
    w.round_id, w.user_id, w.stake_minor, w.cashout_minor
  from (
    select *, slot_of(created_at) as slot_at,
      row_number() over (partition by parent_id, slot_of(created_at)
        order by cashout_minor - stake_minor desc, round_id, user_id, stake_minor) as n
    from bets where cashout_minor > stake_minor
  ) w join users u on u.id = w.parent_id cross join unnest(u.ancestor_ids || u.id) above (id)
  where w.n <= 5
) ranked where place <= 5;
select pg_temp.copy_into('big_wins', 'largest_wins');

create temp table parent_slots as
select parent_id, slot_of(created_at) as slot_at, count(*) as bets, sum(stake_minor) as stakes,
  sum(cashout_minor) as cashouts
from bets group by 1, 2;
create temp view slots_of_operators as
select above.id as operator_id, 'USD' as currency, false as is_demo, s.slot_at, 0 as shard,
  sum(s.bets) as bets, sum(s.stakes) as stakes_minor, sum(s.cashouts) as cashouts_minor
from parent_slots s join users u on u.id = s.parent_id
cross join unnest(u.ancestor_ids || u.id) above (id) group by 1, 4;
select pg_temp.copy_into('operator_slots', 'slots_of_operators');

create temp table parent_rounds as
select parent_id, round_id, count(*) as bets, sum(stake_minor) as stakes,
  sum(cashout_minor) as cashouts
from bets group by 1, 2;
create temp view operators_of_rounds as
select above.id as operator_id, 'USD' as currency, false as is_demo, r.id as round_id,
  r.created_at as round_at, 0 as shard, sum(s.bets) as bets, sum(s.stakes) as stakes_minor,
  sum(s.cashouts) as cashouts_minor, 0 as void_bets, 0 as void_stakes_minor
from parent_rounds s join rounds r on r.id = s.round_id join users u on u.id = s.parent_id
cross join unnest(u.ancestor_ids || u.id) above (id) group by 1, 4, 5;
select pg_temp.copy_into('round_operators', 'operators_of_rounds');

create temp view slots_of_rounds as
select operator_id, currency, is_demo, slot_of(round_at) as slot_at, 0 as shard,
  count(*) as rounds, sum(bets) as bets, sum(stakes_minor) as stakes_minor,
  sum(cashouts_minor) as cashouts_minor
from round_operators group by 1, 2, 3, 4;
select pg_temp.copy_into('round_slots', 'slots_of_rounds');

truncate wallet_days, statement_slots;
create temp view days_of_wallets as
select account_id, (created_at at time zone 'UTC')::date as day, count(*) as entries,
  sum(greatest(amount_minor, 0)) as deposits_minor,
  sum(greatest(-amount_minor, 0)) as withdrawals_minor
from entries where owner_id is not null group by 1, 2;
select pg_temp.copy_into('wallet_days', 'days_of_wallets');

create temp table owner_slots as
select owner_id, currency, is_demo, slot_of(created_at) as slot_at, count(*) as entries,
  sum(greatest(amount_minor, 0)) as deposits, sum(greatest(-amount_minor, 0)) as withdrawals
from entries where owner_id is not null group by 1, 2, 3, 4;
create temp view slots_of_statements as
select above.id as operator_id, o.currency, o.is_demo, o.slot_at, sum(o.entries) as entries,
  sum(o.deposits) as deposits_minor, sum(o.withdrawals) as withdrawals_minor
from owner_slots o join users u on u.id = o.owner_id
cross join unnest(statement_chain(u)) above (id) group by 1, 2, 3, 4;
select pg_temp.copy_into('statement_slots', 'slots_of_statements');
update statement_folding set folded_until = begun.at, next_until = begun.at
from (select date_trunc('milliseconds', max(created_at)) + interval '1 millisecond' as at
  from entries) begun;

alter table rounds enable trigger user;
alter table bets enable trigger user;
alter table transfers enable trigger user;
alter table entries enable trigger user;
alter table accounts enable trigger user;
alter table round_operators enable trigger user;
