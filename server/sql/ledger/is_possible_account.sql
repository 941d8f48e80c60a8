-- An account is a person's wallet or one of its holdings, or one of the platform's, of which the
-- house and the demo treasury stand in parts.
create or replace function is_possible_account(
  p_kind text, p_user_id bigint, p_currency text, p_shard int
) returns boolean language sql immutable as $$
select p_currency in ('USD', 'INR', 'PKR') and case
  when p_user_id is not null then p_kind in ('wallet', 'stakes', 'withdrawals') and p_shard = 0
  when p_kind in ('house', 'demo_treasury') then p_shard between 0 and 8
  else p_kind = 'treasury' and p_shard = 0 end
$$;
grant execute on function is_possible_account to node_role;
