-- The most that a transfer may leave in a wallet: no more than can be told exactly on the wire, and
-- of play money that is given out not more than a milliard. What play wins comes on top.
create or replace function wallet_ceiling(p_from_kind text, p_bet_id bigint) returns bigint
language sql immutable as $$
  select case when p_from_kind = 'demo_treasury' and p_bet_id is null then 100000000000
    else 90000000000000 end
$$;
