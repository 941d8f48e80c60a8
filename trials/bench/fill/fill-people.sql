-- A million clients of one operator, with wallets, and a hundred thousand requests of theirs: what
-- the platform's verbs would have written, as fast as PostgreSQL writes. Counts follow at the end.
set work_mem = '256MB';
set maintenance_work_mem = '1GB';
alter table users disable trigger user;
alter table cash_requests disable trigger user;
drop index users_by_name_part;
drop index users_by_ancestor;

insert into users (username, name, role, parent_id, ancestor_ids, currency, password_hash,
  created_at, updated_at)
select 'p' || substr(md5(n::text), 1, 10) || n, initcap(substr(md5((n * 7)::text), 1, 8)), 'USER',
  a.id, a.ancestor_ids || a.id, a.currency, 'none', now() - interval '90 days', now()
from generate_series(1, 1000000) n, users a where a.username = 'operator0';
insert into accounts (kind, user_id, currency)
select kind, u.id, u.currency
from users u cross join unnest(array['wallet', 'stakes', 'withdrawals']) kind
where u.role = 'USER' on conflict do nothing;
create index users_by_name_part on users
  using gin (lower(username) gin_trgm_ops, lower(name) gin_trgm_ops);
create index users_by_ancestor on users using gin (ancestor_ids);

insert into cash_requests (user_id, parent_id, type, amount_minor, currency, status, client_bank,
  created_at, updated_at)
select u.id, u.parent_id, 'withdraw', 1000 + mod(u.id, 900), u.currency, 'failed',
  '{"bankName": "Bank", "accountHolderName": "A", "accountNumber": "1", "IBAN": "2"}',
  now() - mod(u.id, 43200) * interval '1 minute', now()
from users u where u.role = 'USER' and mod(u.id, 10) = 0;
insert into request_days
select above.id, (r.created_at at time zone 'UTC')::date, r.type, r.status, count(*)
from cash_requests r join users u on u.id = r.user_id
cross join unnest(u.ancestor_ids) above (id) group by 1, 2, 3, 4;
delete from people_counts;
insert into people_counts
select above.id, count(*) filter (where u.parent_id = above.id),
  count(*) filter (where u.role = 'USER')
from users u cross join unnest(u.ancestor_ids) above (id) group by 1;

alter table users enable trigger user;
alter table cash_requests enable trigger user;
