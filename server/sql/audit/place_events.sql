-- Places the events of the next seals, at most so many of them, and answers how many events they
-- hold. Of several nodes one does it. Seals come in their order and each has its events once, so
-- every event is placed once, however late its transaction ended.
create or replace function place_events(p_seals_max int) returns int
language plpgsql security definer set search_path from current as $$
declare
  v_last bigint;
  v_next bigint;
  v_ids bigint[];
begin
  if not pg_try_advisory_xact_lock(hashtextextended('place events', 0)) then return 0; end if;
  select last_position into strict v_last from activity_placing;
  select max(s.position), array_agg(id) into v_next, v_ids
  from seals s, unnest(s.ids) id
  where s.record = 'audit_events' and s.position > v_last and s.position <= v_last + p_seals_max;
  if v_next is null then return 0; end if;
  with placed as (
    insert into activity (operator_id, at, event_id, actor_id, kind, outcome)
    select o.operator_id, e.at, e.id, e.actor_id, activity_kind(e.action), e.outcome
    from event_operators(v_ids) o join audit_events e on e.id = o.event_id
    returning *
  ), counted as (
    select operator_id, operator_id = actor_id as is_own, slot_of(at) as slot_at, kind, outcome,
      count(*) as events
    from placed group by 1, 2, 3, 4, 5
  ), own_slots as (
    insert into actor_slots as kept (actor_id, slot_at, kind, outcome, events)
    select operator_id, slot_at, kind, outcome, events from counted where is_own
    on conflict (actor_id, slot_at, kind, outcome)
    do update set events = kept.events + excluded.events
  ), own_days as (
    insert into actor_days as kept (actor_id, day, kind, outcome, events)
    select operator_id, (slot_at at time zone 'UTC')::date, kind, outcome, sum(events)
    from counted where is_own group by 1, 2, 3, 4
    on conflict (actor_id, day, kind, outcome)
    do update set events = kept.events + excluded.events
  ), days as (
    insert into activity_days as kept (operator_id, day, kind, outcome, events)
    select operator_id, (slot_at at time zone 'UTC')::date, kind, outcome, sum(events) from counted
    group by 1, 2, 3, 4
    on conflict (operator_id, day, kind, outcome)
    do update set events = kept.events + excluded.events
  )
  insert into activity_slots as kept (operator_id, slot_at, kind, outcome, events)
  select operator_id, slot_at, kind, outcome, sum(events) from counted group by 1, 2, 3, 4
  on conflict (operator_id, slot_at, kind, outcome)
  do update set events = kept.events + excluded.events;
  update activity_placing set last_position = v_next;
  return cardinality(v_ids);
end $$;
grant execute on function place_events to node_role;
