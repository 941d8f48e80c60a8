-- The clients list is filtered by what its rows are, and a statement by whether money came or went
-- as cash: both are counted along an index, whatever the size of the rest.
-- cost: users 0.1, transfers 0.2
create index users_by_kind on users (parent_id, status, role, currency, is_demo)
  where deleted_at is null;
create index cash_transfers_by_time on transfers (created_at, id) where bet_id is null;
