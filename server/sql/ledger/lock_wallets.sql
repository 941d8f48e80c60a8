-- Locks what bets of these clients move money between, in the order of ids, and answers with the
-- accounts of each client, side by side.
create or replace function lock_wallets(p_user_ids bigint[], p_currency text)
returns table (user_ids bigint[], wallet_ids bigint[], stakes_ids bigint[])
language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  return query
    select array_agg(c.user_id), array_agg(c.wallet_id), array_agg(c.stakes_id)
    from (
      select a.user_id, max(a.id) filter (where a.kind = 'wallet') as wallet_id,
        max(a.id) filter (where a.kind = 'stakes') as stakes_id
      from (
        select id, user_id, kind from accounts
        where user_id = any (p_user_ids) and kind in ('wallet', 'stakes')
          and currency = p_currency
        order by id for no key update) a
      group by a.user_id) c;
end $$;
