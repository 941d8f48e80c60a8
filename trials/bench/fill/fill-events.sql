-- So many events of the last thirty days: what operators did to their clients, each as it would
-- stand in the Activity of the operator and of those above.
set local work_mem = '512MB';
set local maintenance_work_mem = '1GB';

-- To build an index from ten million rows is quicker than to keep it while they come.
create temporary table set_aside on commit drop as
select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
from pg_index where indrelid in ('audit_events'::regclass, 'activity'::regclass)
  and not indisunique;
do $$
begin
  execute (select format('drop index %s', string_agg(name, ', ')) from set_aside);
end $$;

with clients as (
  select row_number() over (order by id) - 1 as place, count(*) over () as clients, id, parent_id
  from users where role = 'USER' and parent_id is not null
), done as (
  insert into audit_events (at, actor_id, actor_name, actor_role, address, request_id, action,
    target_kind, target_id, outcome, message)
  select date_trunc('milliseconds', now() - interval '30 days' * (1 - n::float / total.events)),
    a.id, a.username, a.role, '203.0.113.7', 'bench',
    (array['transactions.deposit', 'users.update', 'cash-requests.resolve'])[1 + n % 3],
    'user', c.id, case when n % 20 = 0 then 'refused' else 'done' end, ''
  from (select current_setting('bench.events')::int as events) total,
    generate_series(1, total.events) n
    join clients c on c.place = (n::bigint * 7919) % c.clients
    join users a on a.id = c.parent_id
  returning id, at, actor_id, action, outcome
), placed as (
  insert into activity (operator_id, at, event_id, actor_id, kind, outcome)
  select o.id, e.at, e.id, e.actor_id, activity_kind(e.action), e.outcome
  from done e join users a on a.id = e.actor_id,
    unnest(a.ancestor_ids || a.id) o (id)
  returning *
)
insert into activity_slots as kept (operator_id, slot_at, kind, outcome, events)
select operator_id, slot_of(at), kind, outcome, count(*) from placed group by 1, 2, 3, 4
on conflict (operator_id, slot_at, kind, outcome)
do update set events = kept.events + excluded.events;

do $$
begin
  execute (select string_agg(definition, '; ') from set_aside);
end $$;

-- Nobody's record: to seal it would take the cores that are measured.
update sealing set last_id = (select max(id) from audit_events) where record = 'audit_events';
