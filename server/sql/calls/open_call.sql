-- Opens a call of a person: finds its session, holds the caller and everyone above it, reads what
-- they are now, and claims the key. A reason says why the call does not go on; under the reason
-- 'kept' stands what was answered before. A call that ends sessions of its caller, or changes its
-- password, runs alone among the caller's; one that changes what counts for everybody below its
-- caller holds that one alone, and so waits for the calls of the whole branch.
create or replace function open_call(
  p_token_hash bytea, p_cookie_hash bytea, p_idle_minutes int, p_is_background boolean,
  p_roles text[], p_is_for_suspended boolean, p_is_for_unenrolled boolean, p_is_step_up boolean,
  p_is_alone boolean, p_is_over_branch boolean, p_key text, p_request_hash bytea,
  out reason text, out session_id bigint, out is_fresh boolean, out actor users, out status text,
  out kept json
) language plpgsql as $$
declare
  v_user_id bigint;
  v_above bigint[];
  v_caller record;
  v_claim record;
  v_is_held boolean;
begin
  -- Neither of the two ever changes, so they may be read before the hold.
  select u.id, u.ancestor_ids into v_user_id, v_above
  from sessions s join users u on u.id = s.user_id where s.token_hash = p_token_hash;
  -- Expressions cost less than statements, and each sees what was committed before it began.
  v_is_held := hold_people(v_above || v_user_id,
    case when p_is_over_branch then v_user_id end) is not null;
  v_is_held := hold_sessions(v_user_id, p_is_alone) is not null;
  v_caller := find_caller(p_token_hash, p_cookie_hash, p_idle_minutes, p_roles,
    p_is_for_suspended, p_is_for_unenrolled, p_is_step_up);
  reason := v_caller.reason;
  session_id := v_caller.session_id;
  is_fresh := v_caller.is_fresh;
  actor := v_caller.actor;
  status := v_caller.status;
  if reason is null and p_key is not null then
    v_claim := claim_key(v_user_id, null, p_key, p_request_hash);
    reason := v_claim.reason;
    kept := v_claim.kept;
  end if;
  if v_caller.is_stale and not p_is_background then perform touch_session(session_id); end if;
end $$;
grant execute on function open_call to node_role;
