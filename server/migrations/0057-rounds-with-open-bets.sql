-- A bet that ended was written to every index again, because two of them were of open bets alone:
-- half of what settling cost. Rounds tell now whose bets are still open, one index leads from a
-- round to those of a branch and of a client, and a page has room for its bets as they end.
-- cost: bets 0.2, rounds 1
alter table rounds add column bets_have_ended boolean not null default false;
alter table rounds disable trigger rounds_go_one_way;
update rounds set bets_have_ended = true
where state in ('crashed', 'void')
  and id <> all (array(select distinct round_id from bets where type = 'unsettled'));
alter table rounds enable trigger rounds_go_one_way;
create index rounds_with_open_bets on rounds (id) where not bets_have_ended;
comment on index rounds_with_open_bets is 'Where bets are open.';

drop index open_bets, open_bets_by_user, bets_of_round;
create index if not exists bets_in_round on bets (round_id, parent_id, user_id);
comment on index bets_in_round is
  'settle_round, Round Bets, seals; bets that are open, of a branch and of one client.';
alter table bets set (fillfactor = 49);
-- Stakes are held in the order of their bets, and let go in between.
alter index a_bet_is_held_and_let_go_once set (fillfactor = 50);
