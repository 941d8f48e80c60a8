-- Holds an account below one that is held already, and everyone in between; the account itself
-- alone where it is going to be changed. Answers with the account as it then is, or with nobody
-- where it does not stand below that one.
create or replace function hold_one_below(p_operator_id bigint, p_id bigint, p_is_alone boolean)
returns users language plpgsql as $$
declare
  v_above bigint[];
  v_user users;
  v_is_held boolean;
begin
  select ancestor_ids into v_above from users
  where id = p_id and p_operator_id = any (ancestor_ids);
  if not found then return null; end if;
  v_is_held := hold_people(v_above[array_position(v_above, p_operator_id) + 1:] || p_id,
    case when p_is_alone then p_id end) is not null;
  select * into v_user from users where id = p_id;
  return v_user;
end $$;
grant execute on function hold_one_below to node_role;
