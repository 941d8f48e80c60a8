-- Moves the money of bets that have just ended: each stake out of its holding account, what a bet
-- gets into its wallet, and the rest to the house or from it, as one transfer. Arrays stand side by
-- side, a place for each bet.
create or replace function post_ended(
  p_round_id bigint, p_is_void boolean, p_actor_id bigint, p_at timestamptz, p_currency text,
  p_bank_id bigint, p_won bigint, p_bets bigint[], p_wallets bigint[], p_holds bigint[],
  p_stakes bigint[], p_gets bigint[]
) returns void language plpgsql as $$
declare v_transfer bigint;
begin
  select post_set(case when p_is_void then 'refund' else 'settlement' end, p_round_id, p_actor_id,
    p_at, 'Round ' || p_round_id || case when p_is_void then ': refunds' else ': settlement' end,
    array_agg(leg.account_id), array_agg(leg.amount), array_agg(leg.bet_id))
  into v_transfer
  from (
    select hold_id as account_id, -stake as amount, bet_id
    from unnest(p_bets, p_holds, p_stakes) b (bet_id, hold_id, stake)
    union all
    select wallet_id, gets, bet_id
    from unnest(p_bets, p_wallets, p_gets) b (bet_id, wallet_id, gets)
    where gets > 0
    union all
    select p_bank_id, p_won, null where p_bank_id is not null and p_won <> 0
  ) leg;
  perform add_late_to_statements(v_transfer, p_currency, p_at);
end $$;
