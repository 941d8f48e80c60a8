-- Images by the hash of their stored bytes, so that every node serves them and none is kept twice.
create table files (
  hash bytea primary key,
  type text not null,
  width int not null,
  height int not null,
  bytes bytea not null,
  created_at timestamptz not null default platform_now(),
  constraint type_is_a_picture check (type in ('image/png', 'image/jpeg', 'image/webp')),
  constraint hash_is_of_the_bytes check (hash = sha256(bytes))
);
-- Pictures are compressed already.
alter table files alter column bytes set storage external;

create table secrets (
  name text primary key,
  value bytea not null
);
-- Seals the addresses of receipts; the same on every node.
insert into secrets (name, value) values ('file-seal',
  decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex'));
