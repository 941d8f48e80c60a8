-- Holds an account below one that is held already, and everyone in between; the account itself
-- alone where it is going to be changed. Answers with the account as it then is. No row: it does
-- not stand below that one.
create or replace function hold_below(p_operator_id bigint, p_id bigint, p_is_alone boolean)
returns setof users language plpgsql as $$
declare v_above bigint[];
begin
  select ancestor_ids into v_above from users
  where id = p_id and p_operator_id = any (ancestor_ids);
  if not found then return; end if;
  perform hold_people(v_above[array_position(v_above, p_operator_id) + 1:] || p_id,
    case when p_is_alone then p_id end);
  return query select * from users where id = p_id;
end $$;
grant execute on function hold_below to node_role;
