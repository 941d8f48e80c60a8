-- A transfer is of a kind that is known: for a bet or a round where it is play, and for neither
-- elsewhere.
create or replace function is_possible_transfer(p_kind text, p_bet_id bigint, p_round_id bigint)
returns boolean language sql immutable as $$
select num_nonnulls(p_bet_id, p_round_id) = case
  when p_kind in ('stake', 'stake_taken', 'payout', 'refund', 'settlement') then 1
  when p_kind in ('issue', 'opening', 'deposit', 'withdraw', 'hold', 'release',
    'cash_deposit', 'cash_withdraw') then 0 end
$$;
grant execute on function is_possible_transfer to node_role;
