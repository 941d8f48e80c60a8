-- What a client stakes in a batch is reserved by one leg of its holding account. Each stake is
-- still taken from the wallet by a leg of its own, and it is that one which can be there only once.
-- cost: entries 0.3
create unique index if not exists a_stake_is_taken_and_let_go_once on entries
  (bet_id, (owner_id is null)) with (fillfactor = 50)
  where bet_id is not null and amount_minor < 0;
comment on index a_stake_is_taken_and_let_go_once is
  'No stake is taken or let go twice; legs_of_bet, the archive.';
comment on index one_leg_of_an_account is
  'A transfer of two has no third leg, a client one sum in a batch; legs_of_bet, seals.';
drop index a_bet_is_held_and_let_go_once;
