-- Adds a transfer to what the statements of its two sides count and add up; a side that is no
-- wallet has no owner here.
create or replace function add_to_statements(
  p_from_account bigint, p_from_owner users, p_to_account bigint, p_to_owner users,
  p_currency text, p_at timestamptz, p_amount_minor bigint
) returns void language plpgsql as $$
begin
  if p_from_owner.id is not null then
    perform add_to_wallet_day(p_from_account, p_at, -p_amount_minor);
  end if;
  if p_to_owner.id is not null then
    perform add_to_wallet_day(p_to_account, p_at, p_amount_minor);
  end if;
  -- An operator and its client stand in the same statements: one write instead of two.
  if p_to_owner.id is not null and statement_chain(p_from_owner) = statement_chain(p_to_owner) then
    perform add_to_statement_slots(statement_chain(p_to_owner), p_currency, p_to_owner.is_demo,
      p_at, 2, p_amount_minor, p_amount_minor);
    return;
  end if;
  if p_from_owner.id is not null then
    perform add_to_statement_slots(statement_chain(p_from_owner), p_currency,
      p_from_owner.is_demo, p_at, 1, 0, p_amount_minor);
  end if;
  if p_to_owner.id is not null then
    perform add_to_statement_slots(statement_chain(p_to_owner), p_currency, p_to_owner.is_demo,
      p_at, 1, p_amount_minor, 0);
  end if;
end $$;
