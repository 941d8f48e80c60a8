-- From here on migrations hold tables, indexes, constraints, triggers, rights and data; functions
-- stand in server/sql, a file each, and are applied when their text has changed.
-- cost: idempotency_keys 1
create table applied_functions (
  name text primary key,
  hash text not null
);

-- What was done under a key is kept as values; the contract makes the answer of them. What earlier
-- releases kept is the answer itself.
alter table idempotency_keys add column kept json;
update idempotency_keys set kept = json_build_object('answer', answer, 'status', http_status);
alter table idempotency_keys alter column kept set not null;
alter table idempotency_keys drop column answer;
alter table idempotency_keys drop column http_status;

-- Replaced by open_call, close_call and the verbs between them.
drop function move_at_once(call_at_once, text, bigint, bigint, text);
drop function place_at_once(call_at_once, bigint, int);
drop function caller_at_once(call_at_once);
drop function done_at_once(call_at_once, users, text, bigint, jsonb, json);
drop type call_at_once;
drop function wire_time(timestamptz);
drop function live_sessions(bytea, int, bytea);
drop function claim_idempotency_key(bigint, bigint, text);

comment on table users is 'People and the tree they stand in: ancestors are kept with the row, '
  'root first, so that "below me" is one comparison at any depth. Nobody is ever deleted from it.';
comment on table sessions is 'A session is known by the hash of its token. One of a browser needs '
  'the secret of a cookie besides.';
comment on table sign_in_failures is 'Wrong passwords, counted for what tried them.';
comment on table accounts is 'Where money is, in whole minor units: docs/ledger.md.';
comment on table transfers is 'Every move of money, never changed.';
comment on table entries is 'Two for each transfer: the amount out of one account and into the '
  'other, with the balance after it. Those of wallets say whose they are.';
comment on table wallet_days is 'What a wallet''s statement of a day (UTC) counts and adds up.';
comment on table statement_slots is 'What the statement of an operator, its own wallet and its '
  'branch, counts and adds up in a quarter of an hour. In eight shards, one of which a connection '
  'writes: otherwise all transfers would wait for the row of the operator at the top.';
comment on table idempotency_keys is 'What was done under a key, so that the same call again moves '
  'nothing and is answered alike.';
comment on table audit_events is 'Who changed what, on whom, from where, and how it ended; refused '
  'attempts too. actor_id has no foreign key: the call that writes it has just read the person.';
comment on table seals is 'A digest of each audit event and transfer, chained: whoever changes, '
  'removes or slips in a row breaks the chain. Sixteen bytes for each id, in its order.';
comment on table sealing is 'How far each record is sealed.';
comment on table unsealed_gaps is 'Ids on the way that were not there yet when their neighbours '
  'were sealed: of transactions that were still open, or that never came to an end.';
comment on table people_counts is 'An operator''s direct accounts that are not deleted, and the '
  'clients of its whole branch that are neither deleted nor demo.';
comment on table games is 'Maintenance is unset until somebody says; on means no new round and '
  'no bet.';
comment on table files is 'Images by the hash of their bytes: every node serves them, none is kept '
  'twice.';
comment on table secrets is 'The key that seals the addresses of receipts, the same on every node.';
comment on table banks is 'Where clients pay to: the largest single deposit and the number a day.';
comment on table cash_requests is 'A client asks for money to be credited or paid out; an operator '
  'decides. parent_id is its operator, written by a trigger.';
comment on table cash_request_steps is 'Each step of a request: who, when, and the note with it.';
comment on table request_days is 'Requests of a branch by day (UTC), type and present status.';
comment on table events is 'What players are shown; listed by sequence.';
comment on table support_links is 'How the clients of an operator reach it.';
comment on table multiplier_tables is 'Every version of the table that crash points are drawn '
  'from; the newest counts. No bands: the built-in one.';
comment on table service_keys is 'Game servers sign their calls with a key; its hash is kept.';
comment on table rounds is 'Betting, then flying, then crashed at its multiplier; or void. Seed, '
  'table and crash point are fixed before betting opens and told after the end.';
comment on table bets is 'round_id and user_id have no foreign key: a trigger checks more, once '
  'for a statement.';
comment on table operator_slots is 'Bets that have ended below an operator, by currency and '
  'quarter of an hour of their placing.';
comment on table client_days is 'Bets that have ended, by client and day (UTC) of their placing.';
comment on table round_operators is 'Bets that have ended, by round, operator and currency.';
comment on table round_slots is 'Settled rounds of an operator''s branch, by the quarter of an '
  'hour in which they were opened.';
comment on table demo_story is 'How far the demo''s history has been told. No row: no demo here.';
comment on table applied_functions is 'The functions of server/sql as they were applied.';

-- A node reads everything, and writes by its own hand only this; money, bets, rollups and seals are
-- written by functions that run with their owner's rights.
grant select on all tables in schema public to node_role;
grant insert, update on users, sessions, rounds, games, banks, events to node_role;
grant insert, update on cash_requests, service_keys, demo_story to node_role;
grant insert, update, delete on sign_in_failures, support_links to node_role;
grant insert on audit_events, idempotency_keys, cash_request_steps, multiplier_tables to node_role;
grant insert on files to node_role;
grant usage on sequence rounds_id_seq, multiplier_band_ids to node_role;
