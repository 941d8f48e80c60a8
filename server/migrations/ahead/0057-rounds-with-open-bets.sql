-- The index of 0057, built while the database serves.
create index concurrently if not exists bets_in_round on bets (round_id, parent_id, user_id);
