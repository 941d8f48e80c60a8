-- As hold_one_below, for queries: no row where the account does not stand below that one.
create or replace function hold_below(p_operator_id bigint, p_id bigint, p_is_alone boolean)
returns setof users language plpgsql as $$
declare v_user users := hold_one_below(p_operator_id, p_id, p_is_alone);
begin
  if v_user.id is not null then return next v_user; end if;
end $$;
grant execute on function hold_below to node_role;
