create table events (
  id bigint generated always as identity primary key,
  event_id text not null,
  event_name text not null,
  sequence int not null default 1,
  link text not null,
  icon_hash bytea references files (hash),
  image_hash bytea references files (hash),
  is_maintenance boolean not null default false,
  is_active boolean not null default true,
  created_at timestamptz not null default platform_now(),
  updated_at timestamptz not null default platform_now(),
  constraint event_ids_are_unique unique (event_id)
);
create index events_by_icon on events (icon_hash);
create index events_by_image on events (image_hash);
