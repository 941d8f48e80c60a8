-- Adds bets that have just ended to the rollups, each table in the order of its key.
create or replace function add_to_rollups(p_bet_ids bigint[]) returns void language plpgsql
set join_collapse_limit = 1 set enable_seqscan = off as $$
begin
  insert into client_days as d
    (user_id, day, bets, stakes_minor, cashouts_minor, void_bets, void_stakes_minor)
  select b.user_id, (b.created_at at time zone 'UTC')::date,
    count(*) filter (where b.type = 'settled'),
    coalesce(sum(b.stake_minor) filter (where b.type = 'settled'), 0),
    coalesce(sum(b.cashout_minor), 0),
    count(*) filter (where b.type = 'void'),
    coalesce(sum(b.stake_minor) filter (where b.type = 'void'), 0)
  from unnest(p_bet_ids) ended (id) join bets b on b.id = ended.id
  group by 1, 2 order by 1, 2
  on conflict (user_id, day) do update set
    bets = d.bets + excluded.bets,
    stakes_minor = d.stakes_minor + excluded.stakes_minor,
    cashouts_minor = d.cashouts_minor + excluded.cashouts_minor,
    void_bets = d.void_bets + excluded.void_bets,
    void_stakes_minor = d.void_stakes_minor + excluded.void_stakes_minor;

  insert into operator_slots as s (operator_id, currency, is_demo, slot_at, bets, stakes_minor,
    cashouts_minor, void_bets, void_stakes_minor)
  select above.id, b.currency, b.is_demo, slot_of(b.created_at),
    count(*) filter (where b.type = 'settled'),
    coalesce(sum(b.stake_minor) filter (where b.type = 'settled'), 0),
    coalesce(sum(b.cashout_minor), 0),
    count(*) filter (where b.type = 'void'),
    coalesce(sum(b.stake_minor) filter (where b.type = 'void'), 0)
  from unnest(p_bet_ids) ended (id) join bets b on b.id = ended.id
  join users u on u.id = b.user_id cross join unnest(u.ancestor_ids) above (id)
  group by 1, 2, 3, 4 order by 1, 2, 3, 4
  on conflict (operator_id, currency, is_demo, slot_at) do update set
    bets = s.bets + excluded.bets,
    stakes_minor = s.stakes_minor + excluded.stakes_minor,
    cashouts_minor = s.cashouts_minor + excluded.cashouts_minor,
    void_bets = s.void_bets + excluded.void_bets,
    void_stakes_minor = s.void_stakes_minor + excluded.void_stakes_minor;

  insert into round_operators as o (operator_id, currency, is_demo, round_id, round_at, bets,
    stakes_minor, cashouts_minor, void_bets, void_stakes_minor)
  select above.id, b.currency, b.is_demo, b.round_id, r.created_at,
    count(*) filter (where b.type = 'settled'),
    coalesce(sum(b.stake_minor) filter (where b.type = 'settled'), 0),
    coalesce(sum(b.cashout_minor), 0),
    count(*) filter (where b.type = 'void'),
    coalesce(sum(b.stake_minor) filter (where b.type = 'void'), 0)
  from unnest(p_bet_ids) ended (id) join bets b on b.id = ended.id
  join rounds r on r.id = b.round_id
  join users u on u.id = b.user_id cross join unnest(u.ancestor_ids) above (id)
  group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4
  on conflict (operator_id, currency, is_demo, round_id) do update set
    bets = o.bets + excluded.bets,
    stakes_minor = o.stakes_minor + excluded.stakes_minor,
    cashouts_minor = o.cashouts_minor + excluded.cashouts_minor,
    void_bets = o.void_bets + excluded.void_bets,
    void_stakes_minor = o.void_stakes_minor + excluded.void_stakes_minor;
end $$;
