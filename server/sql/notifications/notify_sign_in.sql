-- Tells an operator of a sign-in from a browser that its account has not met before. A program
-- without our cookie is known by what it calls itself. The first sign-in of all is no news.
create or replace function notify_sign_in(p_session_id bigint) returns void
language plpgsql as $$
declare v sessions;
begin
  select * into strict v from sessions where id = p_session_id;
  if not exists (select from sessions s where s.user_id = v.user_id and s.id <> v.id)
    or exists (select from sessions s where s.user_id = v.user_id and s.id <> v.id
      and case when v.cookie_hash is null then s.cookie_hash is null and s.agent = v.agent
        else s.cookie_hash = v.cookie_hash end) then
    return;
  end if;
  perform notify_people(array[v.user_id], 'signIn', 'session:' || v.id,
    jsonb_build_object('address', v.address, 'agent', v.agent));
end $$;
grant execute on function notify_sign_in to node_role;
