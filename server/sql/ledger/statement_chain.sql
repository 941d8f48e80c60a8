-- Whose statements hold the entries of a person's wallet: those above it and, if it is an operator,
-- its own. From the top down, which is the order in which rows are locked.
create or replace function statement_chain(p_owner users) returns bigint[]
language sql immutable as $$
  select case when p_owner.role = 'USER' then p_owner.ancestor_ids
    else p_owner.ancestor_ids || p_owner.id end
$$;
