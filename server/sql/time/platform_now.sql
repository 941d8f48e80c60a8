-- The time that history is written with, in milliseconds as the wire tells it. It is the clock; a
-- transaction that writes the past, as the demo does, says so with the setting pitboss.clock, which
-- ends with it.
create or replace function platform_now() returns timestamptz language sql volatile as $$
  select coalesce(nullif(current_setting('pitboss.clock', true), '')::timestamptz,
    date_trunc('milliseconds', clock_timestamp()))
$$;
grant execute on function platform_now to node_role;
