-- Calls the operators above whoever won more than their limit with one of these bets, of one
-- currency. Arrays stand side by side. Where very many won, the largest hundred call.
create or replace function notify_big_wins(
  p_round_id bigint, p_currency text, p_smallest bigint, p_ids bigint[], p_users bigint[],
  p_stakes bigint[], p_cashouts bigint[]
) returns void language plpgsql as $$
begin
  insert into notifications (user_id, kind, key, facts)
  select o.id, 'bigWin', 'win:' || w.bet_id, jsonb_build_object('userId', c.id::text,
    'username', c.username, 'round', p_round_id::text, 'currency', p_currency,
    'amountMinor', w.won::text)
  from (
    select bet_id, user_id, cashout - stake as won
    from unnest(p_ids, p_users, p_stakes, p_cashouts) b (bet_id, user_id, stake, cashout)
    where cashout - stake >= greatest(p_smallest, 1) order by 3 desc limit 100
  ) w
  join users c on c.id = w.user_id
  join users o on o.id = any (c.ancestor_ids) and o.deleted_at is null
  left join big_win_limits own on own.user_id = o.id and own.currency = p_currency
  left join big_win_limits usual on usual.user_id is null and usual.currency = p_currency
  left join notification_settings s on s.user_id = o.id
  where w.won >= coalesce(own.limit_minor, usual.limit_minor)
    and 'bigWin' <> all (coalesce(s.muted, '{}'))
  order by o.id, w.bet_id
  on conflict (user_id, key) do nothing;
end $$;
