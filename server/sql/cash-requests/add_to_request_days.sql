-- Counts a request among those of its day, or takes it out, for every operator above its client.
create or replace function add_to_request_days(p_request cash_requests, p_sign int)
returns void language plpgsql as $$
begin
  insert into request_days as d
  select above.id, (p_request.created_at at time zone 'UTC')::date, p_request.type,
    p_request.status, p_sign
  from users u cross join unnest(u.ancestor_ids) above (id)
  where u.id = p_request.user_id order by above.id
  on conflict (operator_id, day, type, status) do update set
    requests = d.requests + excluded.requests;
end $$;
