-- Moves money for many bets at once, in the order of the arrays: the set-based sibling of
-- post_transfer. The caller has locked every account, in the order of ids, and taken the time after
-- it. Writes transfers, entries with their running balances, and balances, in one statement each.
-- Its joins keep their order, and no table is read whole: without statistics, as on a young
-- database, the planner began with the wrong end, and a session keeps the plans that it made when
-- the tables were empty.
create or replace function post_transfers(
  p_kinds text[], p_from bigint[], p_to bigint[], p_amounts bigint[], p_bets bigint[],
  p_remarks text[], p_actor_id bigint, p_at timestamptz
) returns void language plpgsql
set join_collapse_limit = 1 set enable_seqscan = off as $$
declare v_ids bigint[];
begin
  v_ids := array(select nextval('transfers_id_seq')
    from generate_series(1, cardinality(p_kinds)));
  insert into transfers (id, kind, from_account_id, to_account_id, amount_minor, actor_id,
    remarks, bet_id, created_at) overriding system value
  select t.id, t.kind, t.from_id, t.to_id, t.amount, p_actor_id, t.remarks, t.bet_id, p_at
  from unnest(v_ids, p_kinds, p_from, p_to, p_amounts, p_remarks, p_bets)
    t (id, kind, from_id, to_id, amount, remarks, bet_id);
  insert into entries (account_id, sequence, transfer_id, amount_minor, balance_after_minor,
    created_at, owner_id, owner_parent_id, currency, is_demo)
  select e.account_id, a.entry_count + row_number() over so_far, e.transfer_id, e.amount,
    a.balance_minor + sum(e.amount) over so_far, p_at,
    u.id, u.parent_id, case when u.id is not null then a.currency end, u.is_demo
  from (
    select from_id as account_id, id as transfer_id, -amount as amount
    from unnest(v_ids, p_from, p_amounts) t (id, from_id, amount)
    union all
    select to_id, id, amount from unnest(v_ids, p_to, p_amounts) t (id, to_id, amount)
  ) e join accounts a on a.id = e.account_id
  left join users u on a.kind = 'wallet' and u.id = a.user_id
  window so_far as (partition by e.account_id order by e.transfer_id);
  update accounts a set balance_minor = a.balance_minor + moved.amount,
    entry_count = a.entry_count + moved.entries
  from (
    select account_id, sum(amount)::bigint as amount, count(*) as entries
    from (
      select from_id as account_id, -amount as amount
      from unnest(p_from, p_amounts) t (from_id, amount)
      union all
      select to_id, amount from unnest(p_to, p_amounts) t (to_id, amount)
    ) e group by account_id
  ) moved where a.id = moved.account_id;
  perform add_sets_to_statements(p_from, p_to, p_amounts, p_at);
end $$;
