-- Lists of bets and rounds at any size.

-- A bet carries its client's operator, so that one index leads to a branch's page.
alter table bets add column parent_id bigint;
alter table bets disable trigger bets_end_once;
update bets b set parent_id = u.parent_id from users u where u.id = b.user_id;
alter table bets enable trigger bets_end_once;
alter table bets alter column parent_id set not null;
create index bets_by_parent on bets (parent_id, created_at, id);
drop index open_bets;
create index open_bets on bets (parent_id, created_at, id) where type = 'unsettled';

-- The operators of a branch, without reading its clients.
create index operators_by_ancestor on users using gin (ancestor_ids) where role <> 'USER';

-- A bet is a client's own, in its own money, on a round that is open for betting: as in migration
-- 0016, with the client's operator.
create or replace function check_new_bets() returns trigger language plpgsql
set enable_seqscan = off as $$
declare v_bet bigint;
begin
  select b.id into v_bet from new_bets b
  left join rounds r on r.id = b.round_id
  left join users u on u.id = b.user_id
  where (r.state = 'betting') is not true
    or (b.service_key_id is null or b.service_key_id = r.service_key_id) is not true
    or (u.role = 'USER' and u.parent_id = b.parent_id and u.currency = b.currency
      and u.is_demo = b.is_demo) is not true
  limit 1;
  if found then
    raise exception 'bet % has no open round or no client', v_bet using errcode = 'PB921';
  end if;
  return null;
end $$;

create or replace function check_bet_change() returns trigger language plpgsql as $$
begin
  if old.type <> 'unsettled' or (new.id, new.round_id, new.user_id, new.parent_id, new.currency,
      new.is_demo, new.stake_minor, new.auto_hundredths, new.service_key_id, new.ref,
      new.created_at)
    is distinct from (old.id, old.round_id, old.user_id, old.parent_id, old.currency,
      old.is_demo, old.stake_minor, old.auto_hundredths, old.service_key_id, old.ref,
      old.created_at) then
    raise exception 'bet % does not change', old.id using errcode = 'PB920';
  end if;
  return new;
end $$;

-- Settled rounds of an operator's branch, by the quarter of an hour in which they were opened.
create table round_slots (
  operator_id bigint not null,
  currency text not null,
  is_demo boolean not null,
  slot_at timestamptz not null,
  rounds bigint not null,
  bets bigint not null,
  stakes_minor bigint not null,
  cashouts_minor bigint not null,
  primary key (operator_id, currency, is_demo, slot_at)
) with (fillfactor = 70);
insert into round_slots
select operator_id, currency, is_demo, slot_of(round_at), count(*), sum(bets), sum(stakes_minor),
  sum(cashouts_minor)
from round_operators where bets > 0 group by 1, 2, 3, 4;

-- A round counts from its first settled bet on; one that only has void bets does not. Row by row,
-- since only a row knows what it was before: a settlement writes one for each operator.
create function add_to_round_slots() returns trigger language plpgsql as $$
declare
  v_before round_operators;
begin
  if tg_op = 'UPDATE' then v_before := old; end if;
  if new.bets = coalesce(v_before.bets, 0) then return null; end if;
  insert into round_slots as s values (new.operator_id, new.currency, new.is_demo,
    slot_of(new.round_at), case when coalesce(v_before.bets, 0) = 0 then 1 else 0 end,
    new.bets - coalesce(v_before.bets, 0),
    new.stakes_minor - coalesce(v_before.stakes_minor, 0),
    new.cashouts_minor - coalesce(v_before.cashouts_minor, 0))
  on conflict (operator_id, currency, is_demo, slot_at) do update set
    rounds = s.rounds + excluded.rounds,
    bets = s.bets + excluded.bets,
    stakes_minor = s.stakes_minor + excluded.stakes_minor,
    cashouts_minor = s.cashouts_minor + excluded.cashouts_minor;
  return null;
end $$;
create trigger round_slots_keep_up after insert or update on round_operators
  for each row execute function add_to_round_slots();

-- Places bets on a round: as in migration 0016, with the client's operator in the bet.
create or replace function place_bets(
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
    insert into bets (id, round_id, user_id, parent_id, currency, is_demo, stake_minor,
      auto_hundredths, service_key_id, ref, created_at, updated_at) overriding system value
    select i.id, p_round_id, i.user_id, u.parent_id, u.currency, u.is_demo, i.stake, i.auto,
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
