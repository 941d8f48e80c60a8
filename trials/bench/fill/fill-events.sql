-- So many events of the last thirty days: what operators did to their clients, each as it would
-- stand in the Activity of the operator and of those above. Every table is written by itself, in
-- the order of its rows, and nothing is kept of ten million rows but their number.
set local work_mem = '512MB';
set local maintenance_work_mem = '1GB';

-- To build an index from ten million rows is quicker than to keep it while they come.
create temporary table set_aside on commit drop as
select format('alter table %s drop constraint %I', conrelid::regclass, conname) as gone,
  format('alter table %s add constraint %I %s', conrelid::regclass, conname,
    pg_get_constraintdef(oid)) as again
from pg_constraint
where contype = 'p' and conrelid in ('audit_events'::regclass, 'activity'::regclass)
union all
select format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
from pg_index where indrelid in ('audit_events'::regclass, 'activity'::regclass)
  and not indisunique;
do $$
begin
  execute (select string_agg(gone, '; ') from set_aside);
end $$;

create temporary table acting on commit drop as
select row_number() over (order by c.id) - 1 as place, c.id as client_id,
  a.id as actor_id, a.username, a.role, a.ancestor_ids || a.id as operators
from users c join users a on a.id = c.parent_id where c.role = 'USER';
analyze acting;
create temporary table actions on commit drop as
select n - 1 as place, action, activity_kind(action) as kind
from unnest(array['transactions.deposit', 'users.update', 'cash-requests.resolve'])
  with ordinality a (action, n);
create temporary view planted as
select (select coalesce(max(id), 0) from audit_events) + n as id, w.*, d.action, d.kind,
  date_trunc('milliseconds', now())
    - (events - n) * (2592000000 / events) * interval '1 millisecond'
    as at,
  case when n % 20 = 0 then 'refused' else 'done' end as outcome
from (select current_setting('bench.events')::bigint as events, count(*) as clients
  from acting) total
cross join generate_series(1, events) n
-- By a number that is worked out of one side alone: else each is held against every other.
join acting w on w.place = (n * 7919) % total.clients join actions d on d.place = n % 3;

insert into activity (operator_id, at, event_id, actor_id, kind, outcome)
select o.id, at, p.id, actor_id, kind, outcome from planted p cross join unnest(operators) o (id);

insert into activity_slots as kept (operator_id, slot_at, kind, outcome, events)
select o.id, slot_at, kind, outcome, sum(events)
from (
  select operators, slot_of(at) as slot_at, kind, outcome, count(*) as events
  from planted group by 1, 2, 3, 4
) p cross join unnest(operators) o (id) group by 1, 2, 3, 4
on conflict (operator_id, slot_at, kind, outcome)
do update set events = kept.events + excluded.events;

insert into actor_slots as kept (actor_id, slot_at, kind, outcome, events)
select actor_id, slot_of(at), kind, outcome, count(*) from planted group by 1, 2, 3, 4
on conflict (actor_id, slot_at, kind, outcome)
do update set events = kept.events + excluded.events;

truncate activity_days, actor_days;
insert into activity_days
select operator_id, (slot_at at time zone 'UTC')::date, kind, outcome, sum(events)
from activity_slots group by 1, 2, 3, 4;
insert into actor_days
select actor_id, (slot_at at time zone 'UTC')::date, kind, outcome, sum(events)
from actor_slots group by 1, 2, 3, 4;

-- Last: the numbers of all of them follow those that are there.
insert into audit_events (id, at, actor_id, actor_name, actor_role, address, request_id, action,
  target_kind, target_id, outcome, message)
overriding system value
select id, at, actor_id, username, role, '203.0.113.7', 'bench', action, 'user', client_id,
  outcome, ''
from planted;
drop view planted;
select setval(pg_get_serial_sequence('audit_events', 'id'), max(id)) from audit_events;

do $$
begin
  execute (select string_agg(again, '; ') from set_aside);
end $$;

-- Nobody's record: to seal it would take the cores that are measured.
update sealing set last_id = (select max(id) from audit_events) where record = 'audit_events';
