-- References of bets, and below of transfers and entries, are checked once for each statement by
-- triggers that know more than a foreign key does. Row by row they took half of a batch's time.
-- What they point at cannot go away: nothing is ever deleted from those tables.
create table bets (
  id bigint generated always as identity primary key,
  round_id bigint not null,
  user_id bigint not null,
  currency text not null,
  -- Play money stays apart in every list and figure.
  is_demo boolean not null,
  stake_minor bigint not null,
  -- The multiplier that the bet leaves at by itself; none means that the player leaves by hand.
  auto_hundredths int,
  -- The multiplier that it left at.
  cashout_hundredths int,
  type text not null default 'unsettled',
  cashout_minor bigint,
  -- The game server's own id of a bet that it placed.
  service_key_id bigint references service_keys (id),
  ref text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- So that no stake times the largest multiplier leaves 64 bits.
  constraint stake_is_possible check (stake_minor between 1 and 10000000000),
  constraint type_is_known check (type in ('unsettled', 'settled', 'void')),
  constraint a_target_is_above_one check (auto_hundredths > 100),
  constraint nobody_leaves_at_one check (cashout_hundredths > 100),
  constraint nobody_flies_past_the_target check (cashout_hundredths <= auto_hundredths),
  constraint a_settled_bet_has_its_cashout
    check ((type = 'settled') = (cashout_minor is not null)),
  constraint a_cashout_follows_from_its_multiplier check
    (cashout_minor = coalesce(stake_minor * cashout_hundredths / 100, 0)),
  constraint a_ref_belongs_to_a_key check ((service_key_id is null) = (ref is null)),
  constraint one_bet_of_a_ref unique (service_key_id, ref)
) with (fillfactor = 85);
create index bets_by_time on bets (currency, is_demo, created_at, id);
create index bets_by_user on bets (user_id, created_at, id);
create index bets_by_round on bets (round_id, id);
-- The few that are open: counted live, since rollups hold settled and void ones only.
create index open_bets on bets (currency, is_demo, created_at, id) where type = 'unsettled';
create index open_bets_by_user on bets (user_id) where type = 'unsettled';

create trigger bets_stay before delete or truncate on bets
  for each statement execute function refuse_change();

-- The plans of these functions are kept for a session, which may begin with empty tables: without
-- `enable_seqscan = off` they would go on reading whole tables that have grown since.

-- A bet is a client's own, in its own money, on a round that is open for betting.
create function check_new_bets() returns trigger language plpgsql
set enable_seqscan = off as $$
declare v_bet bigint;
begin
  select b.id into v_bet from new_bets b
  left join rounds r on r.id = b.round_id
  left join users u on u.id = b.user_id
  where (r.state = 'betting') is not true
    or (b.service_key_id is null or b.service_key_id = r.service_key_id) is not true
    or (u.role = 'USER' and u.currency = b.currency and u.is_demo = b.is_demo) is not true
  limit 1;
  if found then
    raise exception 'bet % has no open round or no client', v_bet using errcode = 'PB921';
  end if;
  return null;
end $$;
create trigger bets_have_round_and_client after insert on bets
  referencing new table as new_bets
  for each statement execute function check_new_bets();

-- A bet that has ended stays as it ended, and none becomes another's.
create function check_bet_change() returns trigger language plpgsql as $$
begin
  if old.type <> 'unsettled' or (new.id, new.round_id, new.user_id, new.currency, new.is_demo,
      new.stake_minor, new.auto_hundredths, new.service_key_id, new.ref, new.created_at)
    is distinct from (old.id, old.round_id, old.user_id, old.currency, old.is_demo,
      old.stake_minor, old.auto_hundredths, old.service_key_id, old.ref, old.created_at) then
    raise exception 'bet % does not change', old.id using errcode = 'PB920';
  end if;
  return new;
end $$;
create trigger bets_end_once before update on bets
  for each row execute function check_bet_change();

-- A transfer names the bet it was made for. Each bet has at most one of: its stake; its stake
-- taken by the house or given back; its payout. So no bet is paid twice, whatever the code does.
alter table transfers add column bet_id bigint;
create unique index transfers_by_bet on transfers
  (bet_id, (case kind when 'stake' then 1 when 'payout' then 3 else 2 end))
  where bet_id is not null;
alter table transfers drop constraint kind_is_known;
alter table transfers add constraint kind_is_known check (kind in
  ('issue', 'opening', 'deposit', 'withdraw', 'hold', 'release', 'cash_deposit', 'cash_withdraw',
   'stake', 'stake_taken', 'payout', 'refund'));
alter table transfers add constraint play_names_its_bet check
  ((bet_id is not null) = (kind in ('stake', 'stake_taken', 'payout', 'refund')));

-- A transfer goes between two accounts of one currency, for a bet that is there.
create function check_new_transfers() returns trigger language plpgsql
set enable_seqscan = off as $$
declare v_transfer bigint;
begin
  select t.id into v_transfer from new_transfers t
  left join accounts f on f.id = t.from_account_id
  left join accounts o on o.id = t.to_account_id
  left join bets b on b.id = t.bet_id
  where f.currency is distinct from o.currency or f.id is null
    or (t.bet_id is not null and b.id is null) limit 1;
  if found then
    raise exception 'transfer % has no two accounts of one currency, or no bet', v_transfer
      using errcode = 'PB905';
  end if;
  return null;
end $$;
create trigger transfers_have_accounts after insert on transfers
  referencing new table as new_transfers
  for each statement execute function check_new_transfers();
alter table transfers drop constraint transfers_from_account_id_fkey;
alter table transfers drop constraint transfers_to_account_id_fkey;

-- A transfer is two entries: its amount out of one account and into the other. As in migration
-- 0003, with the transfer itself looked for, so that no entry is without one.
create or replace function check_new_entries() returns trigger language plpgsql
set enable_seqscan = off as $$
declare v_transfer bigint;
begin
  select e.transfer_id into v_transfer
  from (
    select transfer_id,
      count(*) as parts,
      sum(amount_minor) as total,
      min(account_id) filter (where amount_minor < 0) as from_account,
      min(account_id) filter (where amount_minor > 0) as to_account,
      max(amount_minor) as moved
    from new_entries group by transfer_id
  ) e left join transfers t on t.id = e.transfer_id and e.parts = 2 and e.total = 0
    and e.moved = t.amount_minor and e.from_account = t.from_account_id
    and e.to_account = t.to_account_id
  where t.id is null limit 1;
  if found then
    raise exception 'transfer % does not balance', v_transfer using errcode = 'PB901';
  end if;
  return null;
end $$;
alter table entries drop constraint entries_account_id_fkey;
alter table entries drop constraint entries_transfer_id_fkey;

-- A balance changes only together with the entries that explain it: the rule of migration 0003, now
-- row by row. As one statement its plan was kept from a session's first small transfer, and with it
-- two thousand accounts were compared each with each.
drop trigger new_balances_have_entries on accounts;
drop function check_new_balances();
create function check_new_balance() returns trigger language plpgsql
set enable_seqscan = off as $$
begin
  if new.kind <> old.kind or new.currency <> old.currency
    or new.user_id is distinct from old.user_id
    or new.balance_minor is distinct from coalesce((
      select e.balance_after_minor from entries e
      where e.account_id = new.id and e.sequence = new.entry_count), 0)
    or new.balance_minor - old.balance_minor is distinct from (
      select coalesce(sum(e.amount_minor), 0) from entries e
      where e.account_id = new.id and e.sequence > old.entry_count
        and e.sequence <= new.entry_count) then
    raise exception 'balance of account % has no entries behind it', new.id
      using errcode = 'PB902';
  end if;
  return null;
end $$;
create trigger new_balances_have_entries after update on accounts
  for each row execute function check_new_balance();

-- The functions below keep the order of their joins: without statistics, as on a young database,
-- the planner began with the wrong end and took five times as long.

-- Moves money for many bets at once, in the order of the arrays: the set-based sibling of
-- post_transfer. Locks every account in the order of ids, then writes transfers, entries with
-- their running balances, and balances, in one statement each.
create function post_transfers(
  p_kinds text[], p_from bigint[], p_to bigint[], p_amounts bigint[], p_bets bigint[],
  p_remarks text[], p_actor_id bigint, p_at timestamptz
) returns void language plpgsql
set join_collapse_limit = 1 set enable_seqscan = off as $$
declare v_ids bigint[];
begin
  perform 1 from accounts
  where id in (select unnest(p_from) union select unnest(p_to)) order by id for no key update;
  v_ids := array(select nextval('transfers_id_seq')
    from generate_series(1, cardinality(p_kinds)));
  insert into transfers (id, kind, from_account_id, to_account_id, amount_minor, actor_id,
    remarks, bet_id, created_at) overriding system value
  select t.id, t.kind, t.from_id, t.to_id, t.amount, p_actor_id, t.remarks, t.bet_id, p_at
  from unnest(v_ids, p_kinds, p_from, p_to, p_amounts, p_remarks, p_bets)
    t (id, kind, from_id, to_id, amount, remarks, bet_id);
  insert into entries
    (account_id, sequence, transfer_id, amount_minor, balance_after_minor, created_at)
  select e.account_id, a.entry_count + row_number() over so_far, e.transfer_id, e.amount,
    a.balance_minor + sum(e.amount) over so_far, p_at
  from (
    select from_id as account_id, id as transfer_id, -amount as amount
    from unnest(v_ids, p_from, p_amounts) t (id, from_id, amount)
    union all
    select to_id, id, amount from unnest(v_ids, p_to, p_amounts) t (id, to_id, amount)
  ) e join accounts a on a.id = e.account_id
  window so_far as (partition by e.account_id order by e.transfer_id);
  update accounts a set balance_minor = a.balance_minor + moved.amount,
    entry_count = a.entry_count + moved.entries
  from (
    select account_id, sum(amount)::bigint as amount, count(*) as entries
    from (
      select from_id as account_id, -amount as amount
      from unnest(p_from, p_amounts) t (from_id, amount)
      union all
      select to_id, amount from unnest(p_to, p_amounts) t (to_id, amount)
    ) e group by account_id
  ) moved where a.id = moved.account_id;
end $$;

-- Places bets on a round. Each is placed, or refused with a reason (and the limit it met); the
-- round, the limits, the status and the money are checked under the locks that the placing holds.
-- A ref that this key has used before for the same bet is answered with that bet.
create function place_bets(
  p_round_id bigint, p_service_key_id bigint, p_actor_id bigint,
  p_refs text[], p_user_ids bigint[], p_stakes bigint[], p_autos int[]
) returns table (place int, bet_id bigint, reason text, limit_minor bigint)
language plpgsql
set join_collapse_limit = 1 set enable_seqscan = off as $$
declare
  v_is_open boolean;
  v_is_maintenance boolean;
  v_blocked bigint[];
  v_bets bigint[];
  v_reasons text[];
  v_limits bigint[];
  v_players bigint[];
  v_short bigint[];
  v_new_ids bigint[];
  v_at timestamptz;
  v_user bigint;
  v_left bigint;
  r record;
begin
  -- Whoever closes the betting waits for us, and we see it closed after them. Its time may be over
  -- before the engine comes to close it.
  perform hold_round(p_round_id, false);
  select state = 'betting' and (betting_until is null or platform_now() < betting_until)
  into v_is_open from rounds where id = p_round_id;
  select coalesce(is_maintenance, false) into v_is_maintenance from games where name = 'Aviator';
  v_blocked := array(
    select id from users
    where (status <> 'active' or deleted_at is not null) and id in (
      select distinct unnest(ancestor_ids || id) from users where id = any (p_user_ids)));

  select array_agg(known.id order by n.place),
    array_agg(case
      when known.id is not null then case when (known.round_id, known.user_id, known.stake_minor,
          known.auto_hundredths) is not distinct from (p_round_id, n.user_id, n.stake, n.auto)
        then 'known' else 'refUsed' end
      when n.turn > 1 then 'refRepeated'
      when not v_is_open then 'closed'
      when v_is_maintenance then 'maintenance'
      when u.id is null or u.role <> 'USER' then 'noClient'
      when (u.ancestor_ids || u.id) && v_blocked then 'blocked'
      when n.stake < u.minimum_bets_minor then 'belowMinimum'
      when n.stake > u.maximum_bets_minor then 'aboveMaximum'
    end order by n.place),
    array_agg(case when n.stake < u.minimum_bets_minor then u.minimum_bets_minor
      when n.stake > u.maximum_bets_minor then u.maximum_bets_minor end order by n.place)
  into v_bets, v_reasons, v_limits
  from (
    select i.place::int, i.ref, i.user_id, i.stake, i.auto,
      case when i.ref is null then 1
        else row_number() over (partition by i.ref order by i.place) end as turn
    from unnest(p_refs, p_user_ids, p_stakes, p_autos) with ordinality
      i (ref, user_id, stake, auto, place)
  ) n
  left join bets known on known.service_key_id = p_service_key_id and known.ref = n.ref
  left join users u on u.id = n.user_id;

  v_players := array(
    select distinct i.user_id from unnest(p_user_ids, v_reasons) i (user_id, reason)
    where i.reason is null);
  perform 1 from accounts
  where user_id = any (v_players) and kind in ('wallet', 'stakes')
  order by id for no key update;
  v_at := platform_now();

  -- Who cannot pay for all of it, pays in the order of the list for as much as there is.
  select array_agg(want.user_id) into v_short
  from (
    select i.user_id, sum(i.stake) as total
    from unnest(p_user_ids, p_stakes, v_reasons) i (user_id, stake, reason)
    where i.reason is null group by i.user_id
  ) want
  join users u on u.id = want.user_id
  join accounts a on a.user_id = u.id and a.kind = 'wallet' and a.currency = u.currency
  where a.balance_minor < want.total;
  if v_short is not null then
    for r in
      select i.place, i.user_id, i.stake, a.balance_minor
      from unnest(p_user_ids, p_stakes, v_reasons) with ordinality i (user_id, stake, reason, place)
      join users u on u.id = i.user_id
      join accounts a on a.user_id = u.id and a.kind = 'wallet' and a.currency = u.currency
      where i.reason is null and i.user_id = any (v_short)
      order by i.user_id, i.place
    loop
      if r.user_id is distinct from v_user then
        v_user := r.user_id;
        v_left := r.balance_minor;
      end if;
      if r.stake <= v_left then
        v_left := v_left - r.stake;
      else
        v_reasons[r.place] := 'short';
        v_limits[r.place] := v_left;
      end if;
    end loop;
  end if;

  -- Arrays that go together are unnested side by side and never joined with each other: nobody
  -- can tell the planner how long they are, and its guess made this a hundred times slower.
  v_new_ids := array(
    select case when i.reason is null then nextval('bets_id_seq') end
    from unnest(v_reasons) with ordinality i (reason, place) order by i.place);
  begin
    insert into bets (id, round_id, user_id, currency, is_demo, stake_minor, auto_hundredths,
      service_key_id, ref, created_at, updated_at) overriding system value
    select i.id, p_round_id, i.user_id, u.currency, u.is_demo, i.stake, i.auto,
      p_service_key_id, i.ref, v_at, v_at
    from unnest(v_new_ids, p_refs, p_user_ids, p_stakes, p_autos) i (id, ref, user_id, stake, auto)
    join users u on u.id = i.user_id where i.id is not null;
  exception when unique_violation then
    -- The same ref was placed at the same moment. Run again, we find that bet.
    raise exception 'a ref was placed meanwhile' using errcode = 'serialization_failure';
  end;
  perform post_transfers(
    array_agg('stake'::text), array_agg(wallet.id order by b.id),
    array_agg(stakes.id order by b.id), array_agg(b.stake_minor order by b.id),
    array_agg(b.id order by b.id), array_agg('Round ' || p_round_id || ': stake'),
    p_actor_id, v_at)
  from unnest(v_new_ids) new (id)
  join bets b on b.id = new.id
  join accounts wallet on wallet.user_id = b.user_id and wallet.kind = 'wallet'
    and wallet.currency = b.currency
  join accounts stakes on stakes.user_id = b.user_id and stakes.kind = 'stakes'
    and stakes.currency = b.currency
  having count(*) > 0;

  return query
    select i.place::int,
      coalesce(i.new_id, case when i.reason = 'known' then i.known_id end),
      nullif(i.reason, 'known'), i.limit_minor
    from unnest(v_new_ids, v_bets, v_reasons, v_limits) with ordinality
      i (new_id, known_id, reason, limit_minor, place)
    order by i.place;
end $$;
