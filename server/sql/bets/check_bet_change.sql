-- A bet that has ended stays as it ended, and none becomes another's.
create or replace function check_bet_change() returns trigger language plpgsql as $$
begin
  if old.type <> 'unsettled' or (new.id, new.round_id, new.user_id, new.parent_id, new.currency,
      new.is_demo, new.stake_minor, new.auto_hundredths, new.service_key_id, new.ref,
      new.created_at)
    is distinct from (old.id, old.round_id, old.user_id, old.parent_id, old.currency,
      old.is_demo, old.stake_minor, old.auto_hundredths, old.service_key_id, old.ref,
      old.created_at) then
    raise exception 'bet % does not change', old.id using errcode = 'PB920';
  end if;
  return new;
end $$;
