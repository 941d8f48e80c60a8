-- The record of events, found by the operators whose branch each of them is in. Its rows follow
-- the seals of the record, some thousand at a time: an event is placed after it is sealed, and
-- the calls that write events pay nothing for it. An old database is placed from its first seal on.
create table activity (
  operator_id bigint not null,
  at timestamptz not null,
  event_id bigint not null,
  actor_id bigint,
  kind text not null,
  outcome text not null,
  primary key (operator_id, at, event_id)
);
comment on table activity is 'Which events stand in the Activity of which operator: a row for '
  'each operator above whoever acted or was acted on.';
comment on index activity_pkey is 'Activity: by time; which operators see an event.';
create index activity_by_kind on activity (operator_id, kind, at, event_id);
comment on index activity_by_kind is 'Activity: one kind of events.';
create index activity_by_actor on activity (operator_id, actor_id, at, event_id);
comment on index activity_by_actor is 'Activity: what one account did.';
create index refused_activity on activity (operator_id, at, event_id) where outcome = 'refused';
comment on index refused_activity is 'Activity: what was refused.';

create table activity_slots (
  operator_id bigint not null,
  slot_at timestamptz not null,
  kind text not null,
  outcome text not null,
  events bigint not null,
  primary key (operator_id, slot_at, kind, outcome)
);
comment on table activity_slots is 'How many events each quarter of an hour has in the Activity '
  'of an operator: the number of them all, and where a page lies among them.';

comment on index activity_slots_pkey is 'place_events; Activity: counts.';

create table activity_placing (
  is_the_only_row boolean primary key default true check (is_the_only_row),
  last_position bigint not null default 0
);
comment on table activity_placing is 'The last seal of events that Activity has.';
insert into activity_placing default values;

grant select on activity, activity_slots, activity_placing to node_role;
