create table support_links (
  id bigint generated always as identity primary key,
  owner_id bigint not null references users (id),
  type text not null,
  link text not null,
  created_at timestamptz not null default platform_now(),
  constraint type_is_known check (type in
    ('whatsapp', 'telegram', 'calling', 'mobile', 'facebook', 'instagram', 'livechat'))
);
create index support_links_by_owner on support_links (owner_id, id);
