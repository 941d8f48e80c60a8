-- Adds a transfer to what the statements of its two sides count and add up; a side that is no
-- wallet has neither account nor owner here. Both accounts are locked.
create or replace function add_to_statements(
  p_from_account bigint, p_from_owner users, p_to_account bigint, p_to_owner users,
  p_currency text, p_at timestamptz, p_amount_minor bigint
) returns void language plpgsql as $$
declare
  v_from_chain bigint[] := statement_chain(p_from_owner);
  v_to_chain bigint[] := statement_chain(p_to_owner);
  v_is_added boolean := add_to_wallet_days(p_from_account, p_to_account, p_at,
    p_amount_minor) is not null;
begin
  -- An operator and its client stand in the same statements: one write instead of two.
  if p_to_account is not null and v_from_chain = v_to_chain then
    v_is_added := add_to_statement_slots(v_to_chain, p_currency, p_to_owner.is_demo, p_at, 2,
      p_amount_minor, p_amount_minor) is not null;
    return;
  end if;
  if p_from_account is not null then
    v_is_added := add_to_statement_slots(v_from_chain, p_currency, p_from_owner.is_demo, p_at, 1,
      0, p_amount_minor) is not null;
  end if;
  if p_to_account is not null then
    v_is_added := add_to_statement_slots(v_to_chain, p_currency, p_to_owner.is_demo, p_at, 1,
      p_amount_minor, 0) is not null;
  end if;
end $$;
