-- In whose Activity these events stand: of whoever acted, and of those above; of those above the
-- client that was acted on, and of whoever owns the bank or link. Of its own account an operator
-- sees what it did and who tried to sign in as it; what was done to it from above it does not.
-- What is nobody's, such as a game server's call, is the top's.
create or replace function event_operators(p_ids bigint[])
returns table (event_id bigint, operator_id bigint) language sql stable as $$
  with seen as (
    select e.id, array_remove(
      a.ancestor_ids || case when a.role <> 'USER' then a.id end
        || t.ancestor_ids || case when t.role <> 'USER' and (e.actor_id is null
          or e.target_kind in ('bank', 'support')) then t.id end, null) as operators
    from audit_events e
    left join users a on a.id = e.actor_id
    left join cash_requests r on e.target_kind = 'cash-request' and r.id = e.target_id
    left join banks b on e.target_kind = 'bank' and b.id = e.target_id
    left join support_links s on e.target_kind = 'support' and s.id = e.target_id
    left join bets p on e.target_kind = 'bet' and p.id = e.target_id
    left join users t on t.id = case e.target_kind when 'user' then e.target_id
      else coalesce(r.user_id, b.owner_id, s.owner_id, p.user_id) end
    where e.id = any (p_ids))
  select id, unnest(operators) from seen where cardinality(operators) > 0
  union
  select s.id, u.id from seen s, users u
  where coalesce(cardinality(s.operators), 0) = 0 and u.parent_id is null
$$;
