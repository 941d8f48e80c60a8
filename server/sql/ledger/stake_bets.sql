-- Writes those bets of a list that are of one currency, of one kind of money and without a reason
-- against them, and reserves their stakes by one transfer: a leg out of the wallet for each bet,
-- and one into the holding account for each client.
-- Answers with ids and places in the order of the list. Bets and legs of a client are written
-- together, so that indexes by client find the page that they have just left, and those by number
-- grow at their end. The accounts are locked, and as they are given; a client without is an error.
create or replace function stake_bets(
  p_round_id bigint, p_service_key_id bigint, p_actor_id bigint, p_at timestamptz,
  p_currency text, p_is_demo boolean, p_clients bigint[], p_parents bigint[], p_locked accounts[],
  p_refs text[], p_user_ids bigint[], p_stakes bigint[], p_autos int[], p_reasons text[],
  out ids bigint[], out places bigint[]
) language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off
set enable_nestloop = off set enable_mergejoin = off as $$
declare
  v_transfer bigint;
  v record;
begin
  select array_agg(b.user_id) as users, array_agg(c.parent_id) as parents,
    array_agg(b.bets) as bets, array_agg(b.stake) as stakes, sum(b.stake)::bigint as total,
    array_agg(w.id) as wallets, array_agg(w.balance_minor) as balances,
    array_agg(w.entry_count) as counts, array_agg(s.id) as holds,
    array_agg(s.balance_minor) as held, array_agg(s.entry_count) as hold_counts
  into v
  from (
    select user_id, count(*) as bets, sum(stake)::bigint as stake
    from unnest(p_user_ids, p_stakes, p_reasons) i (user_id, stake, reason)
    where reason is null group by user_id) b
  join unnest(p_clients, p_parents) c (id, parent_id) on c.id = b.user_id
  left join (select * from unnest(p_locked) where kind = 'wallet' and currency = p_currency) w
    on w.user_id = b.user_id
  left join (select * from unnest(p_locked) where kind = 'stakes' and currency = p_currency) s
    on s.user_id = b.user_id;
  if v.users is null then return; end if;
  insert into transfers (kind, amount_minor, actor_id, remarks, round_id, created_at)
  values ('stake', v.total, p_actor_id, 'Round ' || p_round_id || ': stakes', p_round_id, p_at)
  returning id into v_transfer;
  with numbered as materialized (
    select nextval('bets_id_seq') as id, i.ref, i.user_id, i.stake, i.auto, i.place, c.*,
      row_number() over so_far as turn, (sum(i.stake) over so_far)::bigint as total
    from unnest(p_refs, p_user_ids, p_stakes, p_autos, p_reasons) with ordinality
      i (ref, user_id, stake, auto, reason, place)
    join unnest(v.users, v.parents, v.wallets, v.balances, v.counts)
      c (client_id, parent_id, wallet_id, wallet, wallet_count) on c.client_id = i.user_id
    where i.reason is null window so_far as (partition by i.user_id order by i.place)),
  placed as (
    insert into bets (id, round_id, user_id, parent_id, currency, is_demo, stake_minor,
      auto_hundredths, service_key_id, ref, created_at, updated_at) overriding system value
    select id, p_round_id, user_id, parent_id, p_currency, p_is_demo, stake, auto,
      p_service_key_id, ref, p_at, p_at from numbered),
  held as (
    insert into entries (account_id, sequence, transfer_id, amount_minor, balance_after_minor,
      created_at, owner_id, owner_parent_id, currency, is_demo, bet_id)
    select wallet_id, wallet_count + turn, v_transfer, -stake, wallet - total, p_at, user_id,
      parent_id, p_currency, p_is_demo, id from numbered
    union all
    select id, legs + 1, v_transfer, stake, balance + stake, p_at, null, null, null, null, null
    from unnest(v.holds, v.hold_counts, v.held, v.stakes) h (id, legs, balance, stake))
  select array_agg(id), array_agg(place) into ids, places
  from (select id, place from numbered order by place) o;
  update accounts a set balance_minor = a.balance_minor + moved.amount,
    entry_count = a.entry_count + moved.legs
  from (
    select id, -stake, legs from unnest(v.wallets, v.stakes, v.bets) w (id, stake, legs)
    union all
    select id, stake, 1 from unnest(v.holds, v.stakes) s (id, stake)
  ) moved (id, amount, legs)
  where a.id = moved.id and a.id = any (v.wallets || v.holds);
  perform add_late_to_statements(v_transfer, p_currency, p_at);
end $$;
