-- A request carries its client's operator, so that one index leads to a branch's page.
create or replace function name_operator() returns trigger language plpgsql as $$
begin
  select u.parent_id into new.parent_id from users u where u.id = new.user_id;
  return new;
end $$;
