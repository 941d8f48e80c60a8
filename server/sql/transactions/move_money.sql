-- An operator's deposit to a direct client, or its withdrawal from it. The operator is held; the
-- client is held here. A rule against it comes back as a reason; too little money is an error.
create or replace function move_money(
  p_refused text, p_actor users, p_kind text, p_client_id bigint, p_amount_minor bigint,
  p_remarks text, p_key text,
  out reason text, out limit_minor bigint, out target_id bigint, out before jsonb,
  out after jsonb, out result json
) language plpgsql as $$
declare
  v_client users;
  v_moved record;
  v_balance bigint;
  v_sign int := case p_kind when 'deposit' then 1 else -1 end;
begin
  reason := p_refused;
  if reason is null then
    v_client := hold_one_below(p_actor.id, p_client_id, false);
    reason := case
      when v_client.id is null then 'notThere'
      when v_client.parent_id <> p_actor.id then
        case when is_below_deleted(v_client) then 'notThere' else 'notDirect' end
      when v_client.deleted_at is not null then 'notThere'
      when p_kind = 'withdraw' and v_client.is_demo then 'demoWithdraws'
    end;
  end if;
  if reason is null and p_kind = 'deposit' then
    v_moved := fund_client(v_client, p_kind, p_actor.id, p_amount_minor, p_actor.id, p_remarks,
      p_key, null);
    v_balance := v_moved.to_balance_minor;
  elsif reason is null then
    v_moved := post_transfer(p_kind, v_client.id, 'wallet', p_actor.id, 'wallet',
      v_client.currency, p_amount_minor, p_actor.id, p_remarks, p_key, null, null);
    v_balance := v_moved.from_balance_minor;
  end if;
  if reason is null then
    target_id := v_client.id;
    before := jsonb_build_object('balanceMinor', (v_balance - v_sign * p_amount_minor)::text);
    after := jsonb_build_object('transferId', v_moved.transfer_id::text,
      'amountMinor', p_amount_minor::text, 'remarks', p_remarks, 'balanceMinor', v_balance::text);
    result := json_build_object('transferId', kept_bigint(v_moved.transfer_id),
      'balanceMinor', kept_bigint(v_balance));
  end if;
end $$;
grant execute on function move_money to node_role;
