-- What somebody is called for, kept for each person with whether it was read.
create table notifications (
  id bigint generated always as identity primary key,
  user_id bigint not null,
  kind text not null,
  key text not null,
  facts jsonb not null,
  at timestamptz not null default platform_now(),
  read_at timestamptz,
  -- In which order transactions began; ids and times say nothing of when a row comes to be seen.
  xact xid8 not null default pg_current_xact_id(),
  constraint nobody_is_called_twice unique (user_id, key),
  constraint kind_is_known check (kind in ('request', 'requestBelow', 'bigWin', 'round', 'signIn',
    'refused', 'maintenance', 'platform'))
);
create index notifications_by_xact on notifications (xact);
create index notifications_of_user on notifications (user_id, id);
create index unread_notifications on notifications (user_id) where read_at is null;
comment on table notifications is 'What an operator was called for. user_id has no foreign key: '
  'who writes it has just read the person. Forgotten after 90 days.';
comment on index notifications_by_xact is 'Live: what has come since a look.';
comment on index notifications_of_user is 'The bell, newest first.';
comment on index unread_notifications is 'How many wait to be read.';
comment on index nobody_is_called_twice is 'The same thing calls once.';
grant select, insert, update, delete on notifications to node_role;

create table notification_settings (
  user_id bigint primary key,
  muted text[] not null default '{}',
  has_sound boolean not null default false
);
comment on table notification_settings is 'Which kinds an operator does not get, and whether the '
  'panel makes a sound. No row: all of them, without.';
grant select, insert, update on notification_settings to node_role;

create table big_win_limits (
  user_id bigint,
  currency text not null,
  limit_minor bigint not null,
  constraint one_limit_of_a_currency unique nulls not distinct (user_id, currency),
  constraint limit_is_not_negative check (limit_minor >= 0)
);
create index big_win_limits_by_size on big_win_limits (currency, limit_minor);
comment on table big_win_limits is 'From which win on an operator is called. The row without a '
  'person is for all who have none of their own.';
comment on index big_win_limits_by_size is 'end_bets: whether any of the wins is big for anybody.';
comment on index one_limit_of_a_currency is 'An operator''s own limits.';
grant select, insert, update on big_win_limits to node_role;
insert into big_win_limits (currency, limit_minor)
values ('USD', 100000), ('INR', 10000000), ('PKR', 25000000);

create table troubles (
  kind text primary key,
  since timestamptz not null default platform_now(),
  detail text not null
);
comment on table troubles is 'What is wrong with the platform now. SUPER is called when a row '
  'comes.';
grant select, insert, update, delete on troubles to node_role;
