-- Whether a transfer of many legs moves for a bet what is due to it: a leg out of an account, and
-- perhaps one into another. A stake leaves its client's wallet; at the bet's end it leaves the
-- holding account, and what was won, or the stake of a void one, enters the wallet. Where an
-- account of the client is not there, the answer is no. Written so that PostgreSQL puts it into the
-- caller's query.
create or replace function is_bet_moved_rightly(
  p_type text, p_user_id bigint, p_stake bigint, p_cashout bigint, p_wallet_id bigint,
  p_hold_id bigint, p_from_id bigint, p_from_owner bigint, p_taken bigint,
  p_to_id bigint, p_to_owner bigint, p_paid bigint
) returns boolean language sql immutable as $$
  select (p_taken = -p_stake and case
    when p_type = 'unsettled' then p_from_id = p_wallet_id and p_from_owner = p_user_id
      and p_paid is null
    else p_from_id = p_hold_id and p_from_owner is null
      and coalesce(p_paid, 0) = case p_type when 'void' then p_stake else p_cashout end
      and (p_paid is null or p_to_id = p_wallet_id and p_to_owner = p_user_id) end) is true
$$;
