-- What was blanked in sealed rows when a person was erased, so that the seals still hold.
create table erased_rows (
  record text not null,
  id bigint not null,
  was bytea not null,
  is_now bytea not null,
  person_id bigint not null references users (id),
  constraint erased_rows_pkey primary key (record, id, is_now),
  constraint record_holds_words check (record in ('audit_events', 'transfers'))
);
comment on table erased_rows is
  'The digest that a sealed row had before a person''s data in it became blanks, and the one that '
  'it has since. The event of the act names the digest of all rows of that person.';
create index erased_rows_by_person on erased_rows (person_id, record, id);
comment on index erased_rows_by_person is 'What an act of erasure blanked.';
create trigger erased_rows_are_append_only before delete or update or truncate on erased_rows
  for each statement execute function refuse_change();
grant select on erased_rows to node_role;
