-- The node signs in with a role that may read everything, but write the ledger, bets and rollups
-- only through the functions below, which run with the rights of their owner. What that role may do
-- besides is granted by `node-role.ts` after each migration, for its name is a setting.

-- Gives a person a wallet and its two holding accounts; those that exist stay as they are.
create function open_accounts(p_user_id bigint, p_currency text) returns void language sql as $$
  insert into accounts (kind, user_id, currency)
  select kind, p_user_id, p_currency from unnest(array['wallet', 'stakes', 'withdrawals']) kind
  on conflict (user_id, kind, currency) do nothing
$$;

-- The search path is fixed: nobody can put a table of the same name in the owner's way.
do $$
declare v_function regprocedure;
begin
  for v_function in
    select oid::regprocedure from pg_proc
    where pronamespace = current_schema()::regnamespace and proname in ('open_accounts',
      'post_transfer', 'place_bets', 'place_at_once', 'cash_out_bet', 'cash_out_bets',
      'settle_round', 'keep_people_counts', 'keep_request_days')
  loop
    execute format('alter function %s security definer set search_path = %I, pg_temp',
      v_function, current_schema());
  end loop;
  -- Parts of those above, which check less: nobody else's to call.
  for v_function in
    select oid::regprocedure from pg_proc
    where pronamespace = current_schema()::regnamespace and proname in ('post_transfers',
      'add_to_rollups', 'add_to_wallet_day', 'add_to_statement_slots', 'add_to_people_counts',
      'add_to_request_days')
  loop
    execute format('revoke execute on function %s from public', v_function);
  end loop;
end $$;
