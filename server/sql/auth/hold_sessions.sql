-- Holds the sessions and the password of an account as they are: together for its own calls, alone
-- for whoever opens or ends a session of it or changes its password. Nobody below it has to wait
-- for that. In expressions, as hold_people does.
create or replace function hold_sessions(p_user_id bigint, p_is_alone boolean) returns void
language plpgsql as $$
declare v_is_held boolean;
begin
  if p_is_alone then
    v_is_held := pg_advisory_xact_lock(739045, (p_user_id % 2147483648)::int) is not null;
  else
    v_is_held := pg_advisory_xact_lock_shared(739045, (p_user_id % 2147483648)::int) is not null;
  end if;
end $$;
grant execute on function hold_sessions to node_role;
