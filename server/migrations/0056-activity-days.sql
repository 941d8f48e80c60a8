-- Activity of a month counted one row for each quarter of an hour, kind and outcome: 17,000. Whole
-- days are read from days now, and quarters of an hour only where a range or a page begins.
create table activity_days (
  operator_id bigint not null,
  day date not null,
  kind text not null,
  outcome text not null,
  events bigint not null,
  primary key (operator_id, day, kind, outcome)
);
comment on table activity_days is 'activity_slots, added up by days (UTC).';
comment on index activity_days_pkey is 'place_events; Activity: counts.';
insert into activity_days
select operator_id, (slot_at at time zone 'UTC')::date, kind, outcome, sum(events)
from activity_slots group by 1, 2, 3, 4;

create table actor_days (
  actor_id bigint not null,
  day date not null,
  kind text not null,
  outcome text not null,
  events bigint not null,
  primary key (actor_id, day, kind, outcome)
);
comment on table actor_days is 'actor_slots, added up by days (UTC).';
comment on index actor_days_pkey is 'place_events; Activity of one operator: counts.';
insert into actor_days
select actor_id, (slot_at at time zone 'UTC')::date, kind, outcome, sum(events)
from actor_slots group by 1, 2, 3, 4;

grant select on activity_days, actor_days to node_role;
