-- Whether somebody above an account is deleted: then it is not there for those further up.
-- Volatile, so that it sees what is there now, also in a statement that has waited for a hold.
create or replace function is_below_deleted(p_user users) returns boolean
language plpgsql volatile as $$
begin
  return exists (
    select from users where id = any (p_user.ancestor_ids) and deleted_at is not null);
end $$;
grant execute on function is_below_deleted to node_role;
