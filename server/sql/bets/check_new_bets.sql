-- A bet is a client's own, in its own money, on a round that is open for betting, and carries its
-- client's operator, so that one index leads to a branch's page.
create or replace function check_new_bets() returns trigger language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off
set enable_nestloop = off set enable_mergejoin = off as $$
declare
  v_users bigint[] := array(select distinct user_id from new_bets);
  v_rounds bigint[] := array(select distinct round_id from new_bets);
  v_bet bigint;
begin
  select b.id into v_bet from new_bets b
  left join (
    select id, state, service_key_id from rounds where id = any (v_rounds)) r on r.id = b.round_id
  left join (
    select id, role, parent_id, currency, is_demo from users where id = any (v_users)) u
    on u.id = b.user_id
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
