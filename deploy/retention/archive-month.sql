-- Moves the bets of old months, with their transfers and entries, out of the tables that are played
-- on into the schema archive. `npm run admin -- retention --archive 2026-01` runs it as the owner
-- of the database.
--
-- Rollups, rounds, deposits, withdrawals and balances stay, and with them every total. What was
-- moved is not listed any more. Players play on: each batch holds them up while it is deleted.
-- Cut off at any point it has moved whole batches, and the next call goes on.

create schema if not exists archive;

-- Without it the deletion of each transfer would read all cash requests, which may point at it.
create index if not exists cash_requests_by_transfer on cash_requests (transfer_id)
  where transfer_id is not null;

create or replace function archive.columns_of(p_table text) returns text language sql stable as $$
  select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
  where attrelid = ('public.' || p_table)::regclass and attnum > 0 and not attisdropped
$$;

-- Makes the archive's tables like those of this release; what is in them stays.
create or replace procedure archive.follow_tables() language plpgsql
set client_min_messages = warning as $$
declare
  v_table text;
  v_column record;
begin
  foreach v_table in array array['bets', 'transfers', 'entries'] loop
    execute format(
      'create table if not exists archive.%1$I (like public.%1$I including all)', v_table);
    for v_column in
      select attname, format_type(atttypid, atttypmod) as type from pg_attribute live
      where attrelid = ('public.' || v_table)::regclass and attnum > 0 and not attisdropped
        and not exists (select from pg_attribute kept
          where kept.attrelid = ('archive.' || v_table)::regclass
            and kept.attname = live.attname and not kept.attisdropped)
    loop
      execute format('alter table archive.%I add column %I %s', v_table, v_column.attname,
        v_column.type);
    end loop;
    execute format('create or replace trigger the_archive_is_append_only
      before update or delete or truncate on archive.%I
      for each statement execute function public.refuse_change()', v_table);
  end loop;
end $$;

-- Where the legs of these bets stand, and of which transfers. Of many, a leg that takes a stake or
-- lets it go is found by the bet that it names, what is paid by its wallet and moment. What is
-- reserved for a client names no bet and leaves with its transfer; what releases before reserved
-- for each bet is looked for where its time was written. Of two legs, the transfer names the bet.
create or replace function archive.legs_of(p_bets bigint[])
returns table (bet_id bigint, place tid, transfer_id bigint) language sql stable
set search_path = public, pg_temp set enable_seqscan = off as $$
  select e.bet_id, e.ctid, e.transfer_id from entries e
  where e.bet_id = any (p_bets) and e.amount_minor < 0
  union all
  select e.bet_id, e.ctid, e.transfer_id from bets b
  join accounts a on a.user_id = b.user_id and a.kind = 'wallet' and a.currency = b.currency
  join entries e on e.account_id = a.id and e.created_at = any (array[b.created_at, b.updated_at])
    and e.owner_id is not null and e.bet_id = b.id and e.amount_minor > 0
  where b.id = any (p_bets)
  union all
  select e.bet_id, e.ctid, e.transfer_id
  from (select min(created_at) as first, max(created_at) as last from bets
    where id = any (p_bets)) placed
  join entries e on e.created_at between placed.first and placed.last
  where e.bet_id = any (p_bets) and e.owner_id is null and e.amount_minor > 0
  union all
  select t.bet_id, e.ctid, t.id from transfers t
  join entries e on e.transfer_id = t.id and e.bet_id is null
  where t.bet_id = any (p_bets)
$$;

-- Which of these bets may leave: not those with a transfer that is not sealed yet, or that no sum
-- of a statement holds yet, for what has left is neither sealed nor added up any more; nor one with
-- the newest entry of an account, so that every statement goes on from its last balance.
create or replace function archive.movable(p_bets bigint[]) returns bigint[] language sql stable
set search_path = public, pg_temp set enable_seqscan = off as $$
  select array(
    select unnest(p_bets)
    except
    select leg.bet_id from archive.legs_of(p_bets) leg
    join entries e on e.ctid = leg.place
    join accounts a on a.id = e.account_id
    where a.entry_count = e.sequence
      or e.created_at >= (select folded_until from statement_folding)
      or leg.transfer_id > (select last_id from sealing where record = 'transfers')
      or leg.transfer_id in (select id from unsealed_gaps where record = 'transfers'))
$$;

-- Transfers of many legs, made before a moment, whose bets have all left, unless the house or a
-- holding account has not moved since.
create or replace function archive.empty_sets(p_before timestamptz) returns bigint[]
language sql stable set search_path = public, pg_temp as $$
  select array(
    select t.id from transfers t
    where t.round_id is not null and t.created_at < p_before
      and not exists (select from entries e where e.transfer_id = t.id and (e.bet_id is not null
        or exists (select from accounts a
          where a.id = e.account_id and a.entry_count = e.sequence))))
$$;

-- Moves bets, legs by where they stand, and transfers, all in one transaction; answers how many
-- rows. The triggers that keep anybody from deleting are off only while we hold the tables against
-- every other writer, in the order in which writers take them.
create or replace function archive.move_rows(p_bets bigint[], p_legs tid[], p_transfers bigint[])
returns bigint language plpgsql set lock_timeout = '5s' as $$
declare
  v_part record;
  v_copied bigint;
  v_deleted bigint;
  v_total bigint := 0;
begin
  lock table bets, transfers, entries in share row exclusive mode;
  alter table bets disable trigger bets_stay;
  alter table transfers disable trigger transfers_are_append_only;
  alter table entries disable trigger entries_are_append_only;
  for v_part in
    values ('entries', 'ctid = any ($2)'), ('transfers', 'id = any ($3)'), ('bets', 'id = any ($1)')
  loop
    execute format('insert into archive.%1$I (%2$s) overriding system value
      select %2$s from public.%1$I where %3$s', v_part.column1, archive.columns_of(v_part.column1),
      v_part.column2) using p_bets, p_legs, p_transfers;
    get diagnostics v_copied = row_count;
    execute format('delete from public.%I where %s', v_part.column1, v_part.column2)
    using p_bets, p_legs, p_transfers;
    get diagnostics v_deleted = row_count;
    if v_deleted <> v_copied then
      raise exception 'other rows were deleted than had been copied';
    end if;
    v_total := v_total + v_copied;
  end loop;
  alter table bets enable trigger bets_stay;
  alter table transfers enable trigger transfers_are_append_only;
  alter table entries enable trigger entries_are_append_only;
  return v_total;
end $$;

-- Moves what ended before the end (UTC) of the month that the day lies in, in batches of bets with
-- a commit after each. Left in place are open bets, and what may not leave yet; a later call finds
-- those.
create or replace procedure archive.move_month(p_day date, p_batch int default 2000)
language plpgsql as $$
declare
  v_before timestamptz :=
    (date_trunc('month', p_day::timestamp) + interval '1 month') at time zone 'UTC';
  v_last_round bigint;
  v_round bigint := 0;
  v_bet bigint := 0;
  v_bets bigint[];
  v_legs tid[];
  v_transfers bigint[];
  v_moved bigint := 0;
begin
  if v_before > now() then
    raise exception 'the month of % is not over', p_day;
  end if;
  call archive.follow_tables();
  select max(id) into v_last_round from rounds where created_at < v_before;
  loop
    select array_agg(s.id order by s.round_id, s.id),
      (array_agg(s.round_id order by s.round_id desc, s.id desc))[1],
      (array_agg(s.id order by s.round_id desc, s.id desc))[1]
    into v_bets, v_round, v_bet
    from (
      select b.round_id, b.id from bets b join rounds r on r.id = b.round_id
      where (b.round_id, b.id) > (v_round, v_bet) and b.round_id <= v_last_round
        and b.type <> 'unsettled' and r.ended_at < v_before
      order by b.round_id, b.id limit p_batch
    ) s;
    exit when v_bets is null;
    v_bets := archive.movable(v_bets);
    v_legs := array(select place from archive.legs_of(v_bets));
    v_transfers := array(select id from transfers where bet_id = any (v_bets));
    perform archive.move_rows(v_bets, v_legs, v_transfers);
    v_moved := v_moved + cardinality(v_bets);
    commit;
  end loop;
  v_transfers := archive.empty_sets(v_before);
  v_legs := array(
    select ctid from entries where transfer_id = any (v_transfers) and bet_id is null);
  perform archive.move_rows('{}', v_legs, v_transfers);
  commit;
  raise notice '% bets moved', v_moved;
end $$;

-- Whether those of the archive lack a table or a column of this release.
create or replace function archive.is_behind() returns boolean language sql stable as $$
  select exists (
    select from unnest(array['bets', 'transfers', 'entries']) name
    join pg_attribute live on live.attrelid = ('public.' || name)::regclass
    where live.attnum > 0 and not live.attisdropped and not exists (
      select from pg_attribute kept where kept.attrelid = to_regclass('archive.' || name)
        and kept.attname = live.attname and not kept.attisdropped))
$$;

-- For the rest of the session or transaction, `bets`, `transfers` and `entries` mean all of them,
-- archived ones too. What the platform itself does in other sessions is not touched.
create or replace procedure archive.show_whole() language plpgsql as $$
declare v_table text;
begin
  -- What follows holds the archive's tables until the transaction ends, and others up.
  if archive.is_behind() then call archive.follow_tables(); end if;
  foreach v_table in array array['bets', 'transfers', 'entries'] loop
    execute format('create or replace temporary view %1$I as
      select %2$s from public.%1$I union all select %2$s from archive.%1$I', v_table,
      archive.columns_of(v_table));
  end loop;
end $$;
