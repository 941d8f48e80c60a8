-- Puts money into a client's wallet: its operator's, or play money for a demo account.
create or replace function fund_client(
  p_client users, p_kind text, p_payer_id bigint, p_amount_minor bigint, p_actor_id bigint,
  p_remarks text, p_key text, p_cash_request_id bigint,
  out transfer_id bigint, out from_balance_minor bigint, out to_balance_minor bigint
) language plpgsql as $$
declare v_moved record;
begin
  v_moved := post_transfer(p_kind,
    case when not p_client.is_demo then p_payer_id end,
    case when p_client.is_demo then 'demo_treasury' else 'wallet' end,
    p_client.id, 'wallet', p_client.currency, p_amount_minor, p_actor_id, p_remarks, p_key,
    p_cash_request_id, null);
  transfer_id := v_moved.transfer_id;
  from_balance_minor := v_moved.from_balance_minor;
  to_balance_minor := v_moved.to_balance_minor;
end $$;
grant execute on function fund_client to node_role;
