-- The list of cash requests at any size.

-- A request carries its client's operator, so that one index leads to a branch's page.
alter table cash_requests add column parent_id bigint;
update cash_requests r set parent_id = u.parent_id from users u where u.id = r.user_id;
create index cash_requests_by_parent on cash_requests (parent_id, created_at, id);

create function name_operator() returns trigger language plpgsql as $$
begin
  select u.parent_id into new.parent_id from users u where u.id = new.user_id;
  return new;
end $$;
create trigger requests_name_their_operator before insert on cash_requests
  for each row execute function name_operator();

-- How many requests of a branch were filed on a day (UTC), by type and present status.
create table request_days (
  operator_id bigint not null,
  day date not null,
  type text not null,
  status text not null,
  requests bigint not null,
  primary key (operator_id, day, type, status)
) with (fillfactor = 70);
insert into request_days
select above.id, (r.created_at at time zone 'UTC')::date, r.type, r.status, count(*)
from cash_requests r join users u on u.id = r.user_id
cross join unnest(u.ancestor_ids) above (id) group by 1, 2, 3, 4;

create function add_to_request_days(p_request cash_requests, p_sign int) returns void
language plpgsql as $$
begin
  insert into request_days as d
  select above.id, (p_request.created_at at time zone 'UTC')::date, p_request.type,
    p_request.status, p_sign
  from users u cross join unnest(u.ancestor_ids) above (id)
  where u.id = p_request.user_id order by above.id
  on conflict (operator_id, day, type, status) do update set
    requests = d.requests + excluded.requests;
end $$;

create function keep_request_days() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then perform add_to_request_days(old, -1); end if;
  perform add_to_request_days(new, 1);
  return null;
end $$;
-- At the commit, after every other lock: a decision that holds a wallet and one that waits for it
-- never wait for each other here.
create constraint trigger requests_are_counted after insert on cash_requests
  deferrable initially deferred for each row execute function keep_request_days();
create constraint trigger requests_are_counted_anew after update on cash_requests
  deferrable initially deferred for each row
  when (old.status <> new.status or old.created_at <> new.created_at)
  execute function keep_request_days();
