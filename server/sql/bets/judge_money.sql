-- Goes on from judge_bets with the money that there is: who cannot pay for all of its bets, pays in
-- the order of the list for as many as it can. Locks the accounts that it is in, and answers with
-- them as they are.
create or replace function judge_money(
  p_user_ids bigint[], p_stakes bigint[], inout reasons text[], inout limits bigint[],
  out locked accounts[]
) language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off
set enable_nestloop = off set enable_mergejoin = off as $$
declare
  v_want record;
  v_short bigint[];
  v_user bigint;
  v_left bigint;
  r record;
begin
  select array_agg(want.user_id) as users, array_agg(want.total) as totals into v_want
  from (
    select i.user_id, sum(i.stake) as total
    from unnest(p_user_ids, p_stakes, reasons) i (user_id, stake, reason)
    where i.reason is null group by i.user_id) want;
  select array_agg(a.one) into locked
  from (
    select one from accounts one
    where user_id = any (v_want.users) and kind in ('wallet', 'stakes')
    order by id for no key update) a;
  select array_agg(want.user_id) into v_short
  from unnest(v_want.users, v_want.totals) want (user_id, total)
  join (select id, currency from users where id = any (v_want.users)) u on u.id = want.user_id
  join (select * from unnest(locked) where kind = 'wallet') a
    on a.user_id = u.id and a.currency = u.currency
  where a.balance_minor < want.total;
  if v_short is null then return; end if;
  for r in
    select i.place, i.user_id, i.stake, a.balance_minor
    from unnest(p_user_ids, p_stakes, reasons) with ordinality i (user_id, stake, reason, place)
    join (select id, currency from users where id = any (v_short)) u on u.id = i.user_id
    join (select * from unnest(locked) where kind = 'wallet') a
      on a.user_id = u.id and a.currency = u.currency
    where i.reason is null order by i.user_id, i.place
  loop
    if r.user_id is distinct from v_user then
      v_user := r.user_id;
      v_left := r.balance_minor;
    end if;
    if r.stake <= v_left then
      v_left := v_left - r.stake;
    else
      reasons[r.place] := 'short';
      limits[r.place] := v_left;
    end if;
  end loop;
end $$;
