-- Usernames are plain letters, digits and three signs: what differs as typed is different.
drop index users_by_look;
drop function look_of(text);

-- Sign-ins that were refused unseen, while their subject was held up: how many since the last event
-- that tells of them, when that was written, and the newest of them as it will stand in the next.
alter table sign_in_failures add column throttled int not null default 0;
alter table sign_in_failures add column throttled_at timestamptz;
alter table sign_in_failures add column throttled_try jsonb;
create index throttled_by_time on sign_in_failures (throttled_at) where throttled > 0;
create index sign_in_failures_by_time on sign_in_failures (last_failed_at);
comment on table sign_in_failures is 'Wrong passwords, counted for what tried them, and the tries '
  'since that were refused unseen. A day after the last one it is forgotten.';
