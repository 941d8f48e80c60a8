-- How far the demo's history has been told: it is written in steps, and a node that was cut off
-- goes on where it stopped. No row: no demo here.
create table demo_story (
  is_only boolean primary key default true check (is_only),
  -- The end of the story: the moment at which it was begun.
  ends_at timestamptz not null,
  told_until timestamptz not null
);
