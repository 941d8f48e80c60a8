-- Gives a person a wallet and its two holding accounts; those that exist stay as they are.
create or replace function open_accounts(p_user_id bigint, p_currency text) returns void
language sql security definer set search_path from current as $$
  insert into accounts (kind, user_id, currency)
  select kind, p_user_id, p_currency from unnest(array['wallet', 'stakes', 'withdrawals']) kind
  on conflict (user_id, kind, currency, shard) do nothing
$$;
grant execute on function open_accounts to node_role;
