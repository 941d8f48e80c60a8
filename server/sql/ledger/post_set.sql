-- Moves money for many bets of a round as one transfer with a leg for each account and bet, in the
-- order of the arrays: the set-based sibling of post_transfer. The caller has locked every account
-- and taken the time after it. A leg without a bet is the house's. It answers with
-- the transfer's id.
--
-- Rows are fetched by their ids, then joined by hashing: no plan depends on how many there were
-- when a session made it.
create or replace function post_set(
  p_kind text, p_round_id bigint, p_actor_id bigint, p_at timestamptz, p_remarks text,
  p_accounts bigint[], p_amounts bigint[], p_bets bigint[]
) returns bigint language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off
set enable_nestloop = off set enable_mergejoin = off as $$
declare
  v_accounts bigint[] := array(select distinct unnest(p_accounts));
  v_owners bigint[];
  v_transfer bigint;
begin
  v_owners := array(
    select user_id from accounts where id = any (v_accounts) and kind = 'wallet');
  insert into transfers (kind, amount_minor, actor_id, remarks, round_id, created_at)
  select p_kind, sum(amount), p_actor_id, p_remarks, p_round_id, p_at
  from unnest(p_amounts) amount where amount > 0
  returning id into v_transfer;
  insert into entries (account_id, sequence, transfer_id, amount_minor, balance_after_minor,
    created_at, owner_id, owner_parent_id, currency, is_demo, bet_id)
  select leg.account_id, a.entry_count + row_number() over so_far, v_transfer, leg.amount,
    a.balance_minor + sum(leg.amount) over so_far, p_at,
    u.id, u.parent_id, case when u.id is not null then a.currency end, u.is_demo, leg.bet_id
  from unnest(p_accounts, p_amounts, p_bets) with ordinality leg (account_id, amount, bet_id, n)
  join (
    select id, case when kind = 'wallet' then user_id end as owner_id, currency, balance_minor,
      entry_count
    from accounts where id = any (v_accounts)) a on a.id = leg.account_id
  left join (
    select id, parent_id, is_demo from users where id = any (v_owners)) u on u.id = a.owner_id
  window so_far as (partition by leg.account_id order by leg.n);
  update accounts a set balance_minor = a.balance_minor + moved.amount,
    entry_count = a.entry_count + moved.legs
  from (
    select account_id, sum(amount)::bigint as amount, count(*) as legs
    from unnest(p_accounts, p_amounts) leg (account_id, amount) group by account_id) moved
  where a.id = moved.account_id and a.id = any (v_accounts);
  return v_transfer;
end $$;
