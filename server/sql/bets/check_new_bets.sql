-- A bet is a client's own, in its own money, on a round that is open for betting, and carries its
-- client's operator, so that one index leads to a branch's page.
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
