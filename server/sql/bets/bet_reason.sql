-- Why a bet cannot be placed, as far as that does not hang on money; null where it can.
create or replace function bet_reason(
  p_is_open boolean, p_is_maintenance boolean, p_role text, p_is_blocked boolean,
  p_stake_minor bigint, p_minimum_minor bigint, p_maximum_minor bigint
) returns text language sql immutable as $$
  select case
    when p_is_maintenance then 'maintenance'
    when p_is_open is not true then 'closed'
    when p_role is distinct from 'USER' then 'noClient'
    when p_is_blocked then 'blocked'
    when p_stake_minor < p_minimum_minor then 'belowMinimum'
    when p_stake_minor > p_maximum_minor then 'aboveMaximum'
  end
$$;
