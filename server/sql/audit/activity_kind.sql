-- What an action is about, for the filter of Activity. What a new noun does is 'other' until it
-- stands here; events that were placed before keep the kind they were placed with.
create or replace function activity_kind(p_action text) returns text language sql immutable as $$
  select case
    when p_action in ('player.requestDeposit', 'player.requestWithdraw', 'player.cancelRequest')
      then 'request'
    when p_action in ('player.placeBet', 'player.cashOut', 'game.placeBets', 'game.cashOut')
      then 'bet'
    when p_action = 'player.changePassword' then 'client'
    else case split_part(p_action, '.', 1)
      when 'auth' then 'sign-in'
      when 'sessions' then 'sign-in'
      when 'second-factor' then 'sign-in'
      -- What is left of a client's own calls: its sessions.
      when 'player' then 'sign-in'
      when 'users' then 'client'
      when 'transactions' then 'money'
      when 'treasury' then 'money'
      when 'cash-requests' then 'request'
      when 'banks' then 'bank'
      when 'rounds' then 'round'
      when 'game' then 'round'
      when 'bets' then 'bet'
      when 'multipliers' then 'multiplier'
      when 'maintenance' then 'maintenance'
      when 'retention' then 'maintenance'
      when 'events' then 'event'
      when 'support' then 'support'
      when 'security' then 'security'
      when 'admin' then 'security'
      when 'service-keys' then 'service-key'
      when 'exports' then 'export'
      else 'other' end
    end
$$;
grant execute on function activity_kind to node_role;
