-- Whether somebody above an account is deleted: then it is not there for those further up.
create or replace function is_below_deleted(p_user users) returns boolean
language plpgsql stable as $$
begin
  return exists (
    select from users where id = any (p_user.ancestor_ids) and deleted_at is not null);
end $$;
grant execute on function is_below_deleted to node_role;
