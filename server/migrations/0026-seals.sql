-- What is on record is sealed: every second or so new audit events and new transfers are put into a
-- seal, which holds a digest of each and a hash over them and the seal before. Whoever changes,
-- removes or slips in a row afterwards breaks the chain, and the audit names the row. Sealing apart
-- from the writing keeps writers from waiting for each other, which a chain of rows would force.
create table seals (
  record text not null,
  position bigint not null,
  sealed_at timestamptz not null default clock_timestamp(),
  ids bigint[] not null,
  -- Sixteen bytes for each id, in its order.
  digests bytea not null,
  hash bytea not null,
  primary key (record, position),
  constraint record_is_known check (record in ('audit_events', 'transfers'))
);
create trigger seals_are_append_only before update or delete or truncate on seals
  for each statement execute function refuse_change();

-- How far each record is sealed, and the ids on the way that were not there yet: of transactions
-- that were still open, or that never came to an end.
create table sealing (
  record text primary key,
  last_id bigint not null default 0
);
insert into sealing (record) values ('audit_events'), ('transfers');
create table unsealed_gaps (
  record text not null references sealing (record),
  id bigint not null,
  seen_at timestamptz not null default clock_timestamp(),
  primary key (record, id)
);

-- The digests of those of these ids that are there; a transfer's is of its entries too. The text of
-- a row of named columns tells an empty text from none, and where one column ends.
create function record_digests(p_record text, p_ids bigint[])
returns table (id bigint, digest bytea) language plpgsql stable as $$
begin
  if p_record = 'audit_events' then
    return query
      select e.id, substr(sha256(convert_to(row(e.id, extract(epoch from e.at), e.actor_id,
        e.actor_name, e.actor_role, e.address, e.request_id, e.action, e.target_kind, e.target_id,
        e.before, e.after, e.outcome, e.message)::text, 'UTF8')), 1, 16)
      from audit_events e where e.id = any (p_ids);
  else
    return query
      select t.id, substr(sha256(convert_to(row(t.id, t.kind, t.from_account_id, t.to_account_id,
        t.amount_minor, t.actor_id, extract(epoch from t.created_at), t.cash_request_id, t.bet_id,
        t.idempotency_key, t.remarks, e.all_of_them)::text, 'UTF8')), 1, 16)
      from transfers t cross join lateral (
        select string_agg(row(account_id, sequence, amount_minor, balance_after_minor,
          extract(epoch from created_at))::text, '' order by amount_minor) as all_of_them
        from entries where transfer_id = t.id) e
      where t.id = any (p_ids);
  end if;
end $$;

create function seal_hash(p_before bytea, p_record text, p_position bigint, p_ids bigint[],
  p_digests bytea) returns bytea language sql immutable as $$
  select sha256(coalesce(p_before, '') || convert_to(concat_ws('|', p_record, p_position,
    p_ids::text, encode(p_digests, 'hex')), 'UTF8'))
$$;

-- Seals what is new, at most so many rows, and answers how many. Of several nodes one does it.
create function seal_record(p_record text, p_rows_max int) returns int
language plpgsql security definer as $$
declare
  v_last bigint;
  v_ids bigint[];
  v_digests bytea;
  v_position bigint;
  v_before bytea;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('seal ' || p_record, 0)) then return 0; end if;
  select last_id into v_last from sealing where record = p_record;
  if p_record = 'audit_events' then
    v_ids := array(select id from audit_events where id > v_last order by id limit p_rows_max);
  else
    v_ids := array(select id from transfers where id > v_last order by id limit p_rows_max);
  end if;
  -- A row whose transaction ended late; in an hour every transaction has ended.
  select array_agg(d.id order by d.id), string_agg(d.digest, '' order by d.id)
  into v_ids, v_digests
  from record_digests(p_record,
    v_ids || array(select id from unsealed_gaps where record = p_record)) d;
  if v_ids is null then return 0; end if;
  delete from unsealed_gaps where record = p_record
    and (id = any (v_ids) or seen_at < clock_timestamp() - interval '1 hour');
  insert into unsealed_gaps (record, id)
  select p_record, id from generate_series(v_last + 1, v_ids[cardinality(v_ids)]) id
  except select p_record, unnest(v_ids);
  update sealing set last_id = greatest(v_last, v_ids[cardinality(v_ids)])
  where record = p_record;
  select position, hash into v_position, v_before from seals
  where record = p_record order by position desc limit 1;
  v_position := coalesce(v_position, 0) + 1;
  insert into seals (record, position, ids, digests, hash)
  values (p_record, v_position, v_ids, v_digests,
    seal_hash(v_before, p_record, v_position, v_ids, v_digests));
  return cardinality(v_ids);
end $$;

do $$
begin
  execute format('alter function seal_record(text, int) set search_path = %I, pg_temp',
    current_schema());
end $$;
