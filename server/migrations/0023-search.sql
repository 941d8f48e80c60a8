-- Search and counts of people at any size.

-- Parts of names, by trigrams: three letters or more are found without reading every row.
create extension if not exists pg_trgm;
create index users_by_name_part on users
  using gin (lower(username) gin_trgm_ops, lower(name) gin_trgm_ops);
create index users_by_creation on users (created_at);

-- An operator's direct accounts that are not deleted, and the clients of its whole branch that are
-- neither deleted nor demo. People come and go slowly: a row each is kept as they do.
create table people_counts (
  operator_id bigint primary key references users (id),
  children bigint not null,
  clients bigint not null
) with (fillfactor = 70);
insert into people_counts
select o.id,
  (select count(*) from users u where u.parent_id = o.id and u.deleted_at is null),
  (select count(*) from users u where u.ancestor_ids @> array[o.id] and u.role = 'USER'
    and not u.is_demo and u.deleted_at is null)
from users o where o.role <> 'USER';

create function add_to_people_counts(p_user users, p_sign int) returns void language plpgsql as $$
begin
  if p_user.deleted_at is not null then return; end if;
  insert into people_counts as c
  select above.id, case when above.id = p_user.parent_id then p_sign else 0 end,
    case when p_user.role = 'USER' and not p_user.is_demo then p_sign else 0 end
  from unnest(p_user.ancestor_ids) above (id) order by above.id
  on conflict (operator_id) do update set
    children = c.children + excluded.children, clients = c.clients + excluded.clients;
end $$;

create function keep_people_counts() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then perform add_to_people_counts(old, -1); end if;
  perform add_to_people_counts(new, 1);
  return null;
end $$;
create trigger people_are_counted after insert on users
  for each row execute function keep_people_counts();
create trigger people_are_counted_anew after update of role, is_demo, deleted_at on users
  for each row when (old.role <> new.role or old.is_demo <> new.is_demo
    or (old.deleted_at is null) <> (new.deleted_at is null))
  execute function keep_people_counts();
