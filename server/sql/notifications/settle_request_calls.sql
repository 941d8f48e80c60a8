-- A request that was decided, or taken back, needs nobody any more.
create or replace function settle_request_calls(p_request_id bigint) returns void
language plpgsql as $$
begin
  update notifications n set read_at = platform_now()
  from cash_requests r join users u on u.id = r.user_id
  where r.id = p_request_id and n.user_id = any (u.ancestor_ids)
    and n.key = 'request:' || p_request_id and n.read_at is null;
end $$;
grant execute on function settle_request_calls to node_role;
