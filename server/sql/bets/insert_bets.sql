-- Writes the bets of a list that have no reason against them, holds their stakes, and answers with
-- their ids in the order of the list. Arrays that go together are unnested side by side and never
-- joined with each other: nobody can tell the planner how long they are, and its guess made this a
-- hundred times slower.
create or replace function insert_bets(
  p_round_id bigint, p_service_key_id bigint, p_actor_id bigint, p_refs text[],
  p_user_ids bigint[], p_stakes bigint[], p_autos int[], p_reasons text[], p_at timestamptz
) returns bigint[] language plpgsql
set join_collapse_limit = 1 set enable_seqscan = off as $$
declare
  v_ids bigint[] := array(
    select case when i.reason is null then nextval('bets_id_seq') end
    from unnest(p_reasons) with ordinality i (reason, place) order by i.place);
begin
  begin
    insert into bets (id, round_id, user_id, parent_id, currency, is_demo, stake_minor,
      auto_hundredths, service_key_id, ref, created_at, updated_at) overriding system value
    select i.id, p_round_id, i.user_id, u.parent_id, u.currency, u.is_demo, i.stake, i.auto,
      p_service_key_id, i.ref, p_at, p_at
    from unnest(v_ids, p_refs, p_user_ids, p_stakes, p_autos) i (id, ref, user_id, stake, auto)
    join users u on u.id = i.user_id where i.id is not null;
  exception when unique_violation then
    -- The same ref was placed at the same moment. Run again, we find that bet.
    raise exception 'a ref was placed meanwhile' using errcode = 'serialization_failure';
  end;
  perform post_transfers(
    array_agg('stake'::text), array_agg(wallet.id order by b.id),
    array_agg(stakes.id order by b.id), array_agg(b.stake_minor order by b.id),
    array_agg(b.id order by b.id), array_agg('Round ' || p_round_id || ': stake'),
    p_actor_id, p_at)
  from unnest(v_ids) new (id)
  join bets b on b.id = new.id
  join accounts wallet on wallet.user_id = b.user_id and wallet.kind = 'wallet'
    and wallet.currency = b.currency
  join accounts stakes on stakes.user_id = b.user_id and stakes.kind = 'stakes'
    and stakes.currency = b.currency
  having count(*) > 0;
  return v_ids;
end $$;
