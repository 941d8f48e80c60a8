-- Rounds, their bets and the tables that they were drawn from are sealed too: a version of the
-- table and the opening of a round by their ids, as audit events and transfers are; the bets of a
-- round, its end and its settlement by the round's id, each as one digest, when that part of it is
-- over. What exists already is sealed by the nodes, step by step, from the first id on.
alter table seals drop constraint record_is_known;
alter table seals add constraint record_is_known check (record in ('audit_events', 'transfers',
  'multiplier_tables', 'rounds', 'bets', 'rounds_ended', 'bets_ended'));
insert into sealing (record) values ('multiplier_tables'), ('rounds');
comment on table seals is 'A digest of each audit event, transfer, table version and round, and of '
  'the bets, the end and the settlement of each round, chained: whoever changes, removes or slips '
  'in a row breaks the chain. Sixteen bytes for each id, in its order.';

create table rounds_to_seal (
  record text not null,
  round_id bigint not null,
  primary key (record, round_id)
);
comment on table rounds_to_seal is 'Rounds whose opening is sealed, and what of them is not yet: '
  'their bets until the betting is over, their end until it comes, their settlement until the last '
  'bet has ended.';
grant select on rounds_to_seal to node_role;
