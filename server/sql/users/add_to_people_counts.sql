-- Counts a person among those of every operator above it, or takes it out.
create or replace function add_to_people_counts(p_user users, p_sign int) returns void
language plpgsql as $$
begin
  if p_user.deleted_at is not null then return; end if;
  insert into people_counts as c
  select above.id, case when above.id = p_user.parent_id then p_sign else 0 end,
    case when p_user.role = 'USER' and not p_user.is_demo then p_sign else 0 end
  from unnest(p_user.ancestor_ids) above (id) order by above.id
  on conflict (operator_id) do update set
    children = c.children + excluded.children, clients = c.clients + excluded.clients;
end $$;
