-- Of the values before or after a change, those that say nothing of a person: what is not known to
-- be such is left out.
create or replace function plain_facts(p_facts jsonb) returns jsonb language sql immutable as $$
  select jsonb_object_agg(key, value) from jsonb_each(p_facts)
  where key = any (array['amount', 'amountMinor', 'balance', 'balanceMinor', 'bankId', 'betId',
    'betsCashedOut', 'betsRefunded', 'currency', 'digest', 'isDeleted', 'isDemo', 'maximumBets',
    'minimumBets', 'requestId', 'role', 'roundId', 'rows', 'status', 'transferId', 'type'])
$$;
