-- A round counts from its first settled bet on; one that only has void bets does not. Row by row,
-- since only a row knows what it was before: a settlement writes one for each operator.
create or replace function add_to_round_slots() returns trigger language plpgsql as $$
declare
  v_before round_operators;
begin
  if tg_op = 'UPDATE' then v_before := old; end if;
  if new.bets = coalesce(v_before.bets, 0) then return null; end if;
  insert into round_slots as s values (new.operator_id, new.currency, new.is_demo,
    slot_of(new.round_at), case when coalesce(v_before.bets, 0) = 0 then 1 else 0 end,
    new.bets - coalesce(v_before.bets, 0),
    new.stakes_minor - coalesce(v_before.stakes_minor, 0),
    new.cashouts_minor - coalesce(v_before.cashouts_minor, 0))
  on conflict (operator_id, currency, is_demo, slot_at) do update set
    rounds = s.rounds + excluded.rounds,
    bets = s.bets + excluded.bets,
    stakes_minor = s.stakes_minor + excluded.stakes_minor,
    cashouts_minor = s.cashouts_minor + excluded.cashouts_minor;
  return null;
end $$;
