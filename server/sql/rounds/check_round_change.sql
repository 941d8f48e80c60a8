-- What is fixed before betting stays; a round that has ended stays as it ended, and says once that
-- no bet is open in it any more, when that is so. A step waits for all who hold the round together
-- (hold_round), whoever takes it.
create or replace function check_round_change() returns trigger language plpgsql as $$
declare
  v_over rounds := old;
begin
  v_over.bets_have_ended := true;
  if not old.bets_have_ended and old.state in ('crashed', 'void') and new = v_over
    and not exists (select from bets where round_id = old.id and type = 'unsettled') then
    return new;
  end if;
  if (new.id, new.source, new.service_key_id, new.ref, new.seed, new.hash,
      new.multiplier_table_id, new.drawn_hundredths, new.doubling_ms, new.created_at)
    is distinct from (old.id, old.source, old.service_key_id, old.ref, old.seed, old.hash,
      old.multiplier_table_id, old.drawn_hundredths, old.doubling_ms, old.created_at) then
    raise exception 'round % was committed to before betting', old.id using errcode = 'PB910';
  end if;
  if not ((old.state, new.state) in (('betting', 'flying'), ('betting', 'void'),
      ('flying', 'crashed'), ('flying', 'void'))) or new.bets_have_ended then
    raise exception 'round % cannot go from % to %', old.id, old.state, new.state
      using errcode = 'PB911';
  end if;
  perform pg_advisory_xact_lock(739041, hashint8(old.id));
  return new;
end $$;
