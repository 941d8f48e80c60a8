-- Unset until somebody says; on means no new round and no bet.
create table games (
  name text primary key,
  is_maintenance boolean
);
insert into games (name) values ('Aviator');
