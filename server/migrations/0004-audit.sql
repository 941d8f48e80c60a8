-- Who changed what, on whom, from where, and how it ended; refused attempts too.
create table audit_events (
  id bigint generated always as identity primary key,
  at timestamptz not null default platform_now(),
  actor_id bigint references users (id),
  actor_name text not null,
  actor_role text,
  address text not null,
  request_id text not null,
  action text not null,
  target_kind text,
  target_id bigint,
  before jsonb,
  after jsonb,
  outcome text not null,
  message text not null,
  constraint outcome_is_known check (outcome in ('done', 'refused'))
);
create index audit_events_by_target on audit_events (target_kind, target_id, id);
create index audit_events_by_actor on audit_events (actor_id, id);

create trigger audit_is_append_only before update or delete or truncate on audit_events
  for each statement execute function refuse_change();
