-- A round: betting, then flying, then crashed at its multiplier; or void. Its seed, its table and
-- with them its crash point are fixed before betting opens and told only after the end.
create table rounds (
  id bigint generated always as identity primary key,
  -- Who says when it flies and crashes: the platform's own engine, or a game server with a key.
  source text not null,
  service_key_id bigint references service_keys (id),
  ref text,
  state text not null default 'betting',
  seed bytea not null,
  hash text not null,
  multiplier_table_id bigint not null references multiplier_tables (id),
  drawn_hundredths int not null,
  multiplier_hundredths int,
  -- The engine's rounds: when betting closes, and how long the flight takes to double.
  betting_until timestamptz,
  doubling_ms int,
  flying_at timestamptz,
  ended_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint source_is_known check (source in ('engine', 'game')),
  constraint state_is_known check (state in ('betting', 'flying', 'crashed', 'void')),
  constraint a_game_server_has_a_key check
    ((source = 'game') = (service_key_id is not null and ref is not null)),
  constraint the_engine_has_its_times check
    ((source = 'engine') = (betting_until is not null and doubling_ms is not null)),
  constraint only_a_crash_has_a_multiplier
    check ((state = 'crashed') = (multiplier_hundredths is not null)),
  constraint multiplier_is_possible check (multiplier_hundredths between 100 and 100000000),
  constraint draw_is_possible check (drawn_hundredths between 100 and 100000000),
  constraint the_engine_crashes_where_it_drew
    check (source = 'game' or multiplier_hundredths = drawn_hundredths),
  constraint an_end_has_a_time check ((state in ('crashed', 'void')) = (ended_at is not null)),
  constraint a_flight_has_begun
    check (state in ('betting', 'void') or flying_at is not null),
  constraint one_round_of_a_ref unique (service_key_id, ref)
);
-- Whatever two nodes believe, the engine has one round at a time.
create unique index one_running_round_of_the_engine on rounds ((true))
  where source = 'engine' and state in ('betting', 'flying');
create index running_rounds on rounds (id) where state in ('betting', 'flying');
create index rounds_by_creation on rounds (created_at, id);
create index rounds_by_update on rounds (updated_at, id);

-- What is fixed before betting stays; a round that has ended stays as it ended.
create function check_round_change() returns trigger language plpgsql as $$
begin
  if (new.id, new.source, new.service_key_id, new.ref, new.seed, new.hash,
      new.multiplier_table_id, new.drawn_hundredths, new.doubling_ms, new.created_at)
    is distinct from (old.id, old.source, old.service_key_id, old.ref, old.seed, old.hash,
      old.multiplier_table_id, old.drawn_hundredths, old.doubling_ms, old.created_at) then
    raise exception 'round % was committed to before betting', old.id using errcode = 'PB910';
  end if;
  if not ((old.state, new.state) in (('betting', 'flying'), ('betting', 'void'),
      ('flying', 'crashed'), ('flying', 'void'))) then
    raise exception 'round % cannot go from % to %', old.id, old.state, new.state
      using errcode = 'PB911';
  end if;
  return new;
end $$;
create trigger rounds_go_one_way before update on rounds
  for each row execute function check_round_change();
create trigger rounds_stay before delete or truncate on rounds
  for each statement execute function refuse_change();

-- Holds a round in its state until the transaction ends: together with others who bet on it or
-- leave it, or alone to move it on. A row has no fair queue for its lock: those who shared it one
-- after the other kept the start waiting for twenty seconds. An advisory lock has one.
create function hold_round(p_round_id bigint, p_is_alone boolean) returns void
language plpgsql as $$
begin
  if p_is_alone then
    perform pg_advisory_xact_lock(739041, hashint8(p_round_id));
    perform 1 from rounds where id = p_round_id for no key update;
  else
    perform pg_advisory_xact_lock_shared(739041, hashint8(p_round_id));
    perform 1 from rounds where id = p_round_id for share;
  end if;
end $$;
