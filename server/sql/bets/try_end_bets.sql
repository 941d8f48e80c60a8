-- Ends bets of one currency as a set, or, where that fails, each half of it by itself, down to the
-- single bet that fails: that one is held. Answers how many ended. Only what is wrong with the
-- bets or the money is met in this way; everything else fails as ever.
create or replace function try_end_bets(
  p_round rounds, p_ids bigint[], p_is_void boolean, p_actor_id bigint
) returns int language plpgsql as $$
declare
  v_half int := cardinality(p_ids) / 2;
  v_rule text;
  v_reason text;
begin
  begin
    return end_bets(p_round, p_ids, p_is_void, p_actor_id);
  exception when others then
    if sqlstate !~ '^(22|23|PB)' then raise; end if;
    get stacked diagnostics v_rule = constraint_name;
    v_reason := coalesce(nullif(v_rule, ''), sqlstate);
  end;
  if v_half > 0 then
    return try_end_bets(p_round, p_ids[:v_half], p_is_void, p_actor_id)
      + try_end_bets(p_round, p_ids[v_half + 1:], p_is_void, p_actor_id);
  end if;
  insert into held_bets (bet_id, round_id, reason) values (p_ids[1], p_round.id, v_reason)
  on conflict (bet_id) do update set reason = excluded.reason;
  return 0;
end $$;
