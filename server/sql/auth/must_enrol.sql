-- Whether an operator has to set up its second factor before it goes on.
create or replace function must_enrol(p_user_id bigint) returns boolean
language plpgsql stable as $$
begin
  return (select is_second_factor_required from security_settings) and not exists (
    select from second_factors where user_id = p_user_id and confirmed_at is not null);
end $$;
grant execute on function must_enrol to node_role;
