-- What a node of the first release wrote when this happened at its calls: operators and clients of
-- every status were made, money was issued and moved, two accounts were deleted, people signed in
-- and out. Times count from now, for sessions and kept answers have an end.
begin;
select set_config('pitboss.clock', (now() - interval '2 days')::text, true);

-- Everybody's password is Correct-horse-1.
insert into users (id, username, name, role, parent_id, ancestor_ids, status, currency, is_demo,
  minimum_bets_minor, maximum_bets_minor, deleted_at, password_hash) overriding system value values
  (1, 'root', 'root', 'SUPER', null, '{}', 'active', 'USD', false, null, null, null,
   '$argon2id$v=19$m=19456,t=2,p=1$p6JK3IgBRfp4mvrlEVaH4A'
     '$YxxUZVoQZOJRl398i8nOcGznqh3xIu5hJXRkYMZaQcA'),
  (2, 'rupees', 'Name of rupees', 'ADMIN', 1, '{1}', 'active', 'INR', false, 1000, 500000, null,
   '$argon2id$v=19$m=19456,t=2,p=1$CqCg6INnvzZh+CuE84AYug'
     '$FSikc6GVzdRQVuDXQrXuC9YCDTBOC47Oh4zIiDLCd9M'),
  (3, 'dollars', 'Name of dollars', 'ADMIN', 1, '{1}', 'active', 'USD', false, null, null, null,
   '$argon2id$v=19$m=19456,t=2,p=1$YRhKWsQESn02isFh2DAZqw'
     '$RgC6MnN6A6nygYVC88LNaFq8aQZKVuyoEct74x0btxw'),
  (4, 'quiet.admin', 'Name of quiet.admin', 'ADMIN', 1, '{1}', 'suspended', 'PKR', false, null,
    null, null,
   '$argon2id$v=19$m=19456,t=2,p=1$aPRtj2+PnE2kts5oYN9UIA'
     '$R7Ei/OCrhxGEfXU+V22Du7e4+eFDD9/0K0ujaalwEtQ'),
  (5, 'shut-admin', 'Name of shut-admin', 'ADMIN', 1, '{1}', 'locked', 'USD', false, null, null,
    null,
   '$argon2id$v=19$m=19456,t=2,p=1$sIDzLTYB3V+OaeYeP6n+KQ'
     '$lt29jTV9+rmaO92cXzlqGWcvzlXOGJACAZspYy0/YI4'),
  (6, 'direct', 'Name of direct', 'USER', 1, '{1}', 'active', 'USD', false, null, null, null,
   '$argon2id$v=19$m=19456,t=2,p=1$jShLSF6Tis5Yp6BKJWcsFA'
     '$GpFagiWFm4ZwqrCABZfnLEeLS5YlZDL4aNOY2ztuB98'),
  (7, 'Asha', 'Name of Asha', 'USER', 2, '{1,2}', 'active', 'INR', false, 1000, 500000, null,
   '$argon2id$v=19$m=19456,t=2,p=1$4YLXO6rvAAYUnG4zM2Dm9A'
     '$XRLfRXBWTTMybd+ePHAsrrPQrByT2Oz1R07VPTmGhhU'),
  (8, 'bilal', 'Bilal K.', 'USER', 2, '{1,2}', 'active', 'INR', false, 1000, 500000, null,
   '$argon2id$v=19$m=19456,t=2,p=1$5OjqUIn86h10MWsZxXMEbw'
     '$wvcv/5nmL/Na9X0OjkGKnmozykYKS8iUC8/H8JSEguk'),
  (9, 'halted', 'Name of halted', 'USER', 2, '{1,2}', 'suspended', 'INR', false, 1000, 500000, null,
   '$argon2id$v=19$m=19456,t=2,p=1$dEiqj/pFgWFDClo8abgJRw'
     '$ufJOwkfZD/U3A2qIXm+e9Fy02/+63hkNzBX776Ho9OQ'),
  (10, 'barred', 'Name of barred', 'USER', 2, '{1,2}', 'locked', 'INR', false, 1000, 500000, null,
   '$argon2id$v=19$m=19456,t=2,p=1$/D5ZggRgCYeOC+74j1M5UQ'
     '$oT1Q0I7BGJ+hGGCyaXAjU9ofLvXASjYgnSthOLNlJr8'),
  (11, 'leaver', 'Name of leaver', 'USER', 2, '{1,2}', 'active', 'INR', false, 1000, 500000,
    platform_now(),
   '$argon2id$v=19$m=19456,t=2,p=1$TjJi1wzDBeItxUrnQ4XTGg'
     '$RBRCDEs6af5d+hc3aJ6xHAlmMiwl5B2aImhFMdCRWTo'),
  (12, 'player_9', 'Name of player_9', 'USER', 3, '{1,3}', 'active', 'USD', false, null, null, null,
   '$argon2id$v=19$m=19456,t=2,p=1$FQwdebMY4xijtEXWZCQCPw'
     '$5D9H2GBH8RPuabYVY2EEN30bc4ErHC3k1Lg8qBkazjg'),
  (13, 'practice', 'Name of practice', 'USER', 3, '{1,3}', 'active', 'USD', true, null, null, null,
   '$argon2id$v=19$m=19456,t=2,p=1$aRzWYNq6F/bfKtRKGfd3yQ'
     '$TBeIsLJwAj/PAuCAaGao8sZCa7Eypof7jR8J/NWY1pQ'),
  (14, 'gone', 'Name of gone', 'ADMIN', 1, '{1}', 'active', 'USD', false, null, null,
    platform_now(),
   '$argon2id$v=19$m=19456,t=2,p=1$xdM4Pvh6klZvE+Bm9e0B2A'
     '$xlMuLoKk+YRRgzaFpORmcuDu0kWaPM6DWWqZPA2pf2w');
select setval('users_id_seq', (select max(id) from users));

insert into accounts (kind, user_id, currency)
select kind, u.id, held.currency
from users u
cross join unnest(case u.role when 'SUPER' then array['USD', 'INR', 'PKR']
  else array[u.currency] end) held (currency)
cross join unnest(array['wallet', 'stakes', 'withdrawals']) kind
order by u.id;

-- One transfer a minute, by the function of that time.
select posted.transfer_id
from (values
  (1, 'issue', null, 'treasury', 1, 'wallet', 'USD', 1000000, 1, 'Issued from the treasury', null),
  (2, 'issue', null, 'treasury', 1, 'wallet', 'INR', 5000000, 1, 'Issued from the treasury', null),
  (3, 'issue', null, 'treasury', 1, 'wallet', 'PKR', 700050, 1, 'Issued from the treasury', null),
  (4, 'opening', 1, 'wallet', 2, 'wallet', 'INR', 2000000, 1, 'Opening balance', 'make-rupees'),
  (5, 'opening', 1, 'wallet', 3, 'wallet', 'USD', 300000, 1, 'Opening balance', null),
  (6, 'opening', 1, 'wallet', 4, 'wallet', 'PKR', 10050, 1, 'Opening balance', null),
  (7, 'opening', 1, 'wallet', 5, 'wallet', 'USD', 5000, 1, 'Opening balance', null),
  (8, 'opening', 1, 'wallet', 6, 'wallet', 'USD', 1001, 1, 'Opening balance', null),
  (9, 'opening', 2, 'wallet', 7, 'wallet', 'INR', 50000, 2, 'Opening balance', null),
  (10, 'opening', 2, 'wallet', 9, 'wallet', 'INR', 7525, 2, 'Opening balance', null),
  (11, 'opening', 2, 'wallet', 10, 'wallet', 'INR', 100, 2, 'Opening balance', null),
  (12, 'opening', 2, 'wallet', 11, 'wallet', 'INR', 3300, 2, 'Opening balance', null),
  (13, 'opening', 3, 'wallet', 12, 'wallet', 'USD', 20000, 3, 'Opening balance', null),
  (14, 'opening', null, 'demo_treasury', 13, 'wallet', 'USD', 500000, 3, 'Opening balance', null),
  (15, 'deposit', 2, 'wallet', 7, 'wallet', 'INR', 12050, 2, 'Diwali, "bonus" & more',
    'first-deposit'),
  (16, 'withdraw', 7, 'wallet', 2, 'wallet', 'INR', 2050, 2, '', 'first-withdrawal'),
  (17, 'deposit', 2, 'wallet', 8, 'wallet', 'INR', 100, 2, 'शुभ', null),
  (18, 'withdraw', 12, 'wallet', 3, 'wallet', 'USD', 19999, 3, 'paid out', null),
  (19, 'deposit', 1, 'wallet', 3, 'wallet', 'USD', 1000, 1, 'top up', 'root-top-up')
) t (minute, kind, from_user, from_kind, to_user, to_kind, currency, amount, actor, remarks, key)
cross join lateral set_config('pitboss.clock',
  (now() - interval '2 days' + t.minute * interval '1 minute')::text, true) clock
cross join lateral post_transfer(t.kind, t.from_user, t.from_kind, t.to_user, t.to_kind,
  t.currency, t.amount, t.actor, t.remarks || left(clock, 0), t.key) posted;

-- The answers that are kept for a call made again.
insert into idempotency_keys (actor_id, key, request_hash, http_status, answer) values
  (1, 'make-rupees', '\xe15cebc7c7bce3475fd54945f7229bca09975659b37cd3d3d98ceb7f353d370c', 201,
   '{"status":"success","message":"User created successfully!","data":{"_id":"2",'
     '"username":"rupees","name":"Name of rupees","role":"ADMIN","exposure":0,'
     '"balance":20000,"currency":"INR","status":"active","isDemo":false,"minimumBets":10,'
     '"maximumBets":5000}}'),
  (2, 'first-deposit', '\x0bcd191071c3a5d43ec1bbb545259bf9354882d170578c3714c3db97390ae588', 200,
   '{"status":"success","message":"Deposit successful!","data":{"transactionId":"15",'
     '"balance":620.5}}'),
  (2, 'first-withdrawal', '\xddedc9e706e61b9817956f9d1b615bea0880777f9afc88c16ae7a74d0094a5e0', 200,
   '{"status":"success","message":"Withdraw successful!","data":{"transactionId":"16",'
     '"balance":600}}'),
  (1, 'root-top-up', '\x7e03b30e123c7dbe028414d92115b1374787ab9332707394dbcba22168c0893f', 200,
   '{"status":"success","message":"Deposit successful!","data":{"transactionId":"19",'
     '"balance":3009.99}}');

-- Three are signed in, and one of them has signed out of another session.
insert into sessions (token_hash, user_id, address, last_used_at, expires_at, ended_at, end_reason)
values
  ('\x60c35b47fe220b82810d3c132e5caa108c1eb7132f1570f267a63f7b84a5ca9d', 1, '127.0.0.1', now(),
   now() + interval '12 hours', null, null),
  ('\xb3e039380c48072a560bf25ee966d701aa9bb5e8b1043e5a807edcd73da97cd2', 2, '127.0.0.1', now(),
   now() + interval '12 hours', null, null),
  ('\x5b1e8ae37888527321b6facf013706ed19abfba3cd6f8923b904a70b5f1d69a5', 3, '127.0.0.1', now(),
   now() + interval '12 hours', null, null),
  ('\x006b71dcb52c888f820ae5278a9e2649d0f492d9febbe1cfde94aa2269be9fd4', 3, '127.0.0.1', now(),
   now() + interval '12 hours', now(), 'logout');
insert into sign_in_failures (subject, failures, last_failed_at, blocked_until) values
  ('name:AH17coa25Qf189teC68QDcE_1u0cJ5ysIb1dfIw2-9E', 1, now(), now()),
  ('name:Y4KzzIgUErd7_K7tAmABwA2eMCXmbCD25-kvB5hRRio', 1, now(), now()),
  ('address:EsoXtJryKJQ28wPgFmAwoh5SXSZuIJJnQzgBqP1AcaA', 2, now(), now());

insert into audit_events (actor_id, actor_name, actor_role, address, request_id, action,
  target_kind, target_id, outcome, message, before, after) values
  (null, 'treasury', null, 'command line', 'transfer 1', 'treasury.issue', 'user', 1, 'done',
   'Issued 10000.00 USD from the treasury.', null,
   '{"currency": "USD", "transferId": "1", "amountMinor": "1000000",'
     ' "toBalanceMinor": "1000000", "fromBalanceMinor": "-1000000"}'),
  (1, 'root', 'SUPER', '127.0.0.1', '9cc1bbea-d2a7-45b7-811a-04ac51891770', 'auth.login',
    'session', 1, 'done',
   'Signed in.', null,
   null),
  (2, 'rupees', 'ADMIN', '127.0.0.1', 'e9d0e592-1eee-4d9f-988e-6b0373060940', 'users.add', 'user',
    10, 'done',
   'User created successfully!', null,
   '{"_id": "10", "name": "Name of barred", "role": "USER", "isDemo": false,'
     ' "status": "locked", "balance": "100", "currency": "INR", "exposure": "0",'
     ' "username": "barred", "maximumBets": "500000", "minimumBets": "1000"}'),
  (2, 'rupees', 'ADMIN', '127.0.0.1', '42bb9644-63d9-45a2-a773-47f967e477f2',
    'transactions.deposit', 'user', 7, 'done',
   'Deposit successful!', null,
   E'{"remarks": "Diwali, \\"bonus\\" & more", "transferId": "15", "amountMinor": "12050",'
     ' "balanceMinor": "62050"}'),
  (3, 'dollars', 'ADMIN', '127.0.0.1', 'b066ced5-c188-45fc-90ab-103c4995ba2d',
    'transactions.withdraw', 'user', 12, 'refused',
   'Not enough balance: 0.01 USD available.', null,
   null),
  (2, 'rupees', 'ADMIN', '127.0.0.1', '61f61a3d-4b6f-47c1-a381-874e575c42ac', 'users.remove',
    'user', 11, 'done',
   'User deleted successfully!', '{"username": "leaver", "isDeleted": false}',
   '{"username": "leaver", "isDeleted": true}'),
  (null, 'nobody', null, '127.0.0.1', '9f49f790-e9eb-485e-b686-199355c3426c', 'auth.login', null,
    null, 'refused',
   'Invalid username or password.', null,
   null),
  (3, 'dollars', 'ADMIN', '127.0.0.1', '238398a1-09c8-4cd8-8f71-6e2480f892a5', 'auth.logout',
    'session', 4, 'done',
   'Logged out successfully', null,
   null);
commit;
