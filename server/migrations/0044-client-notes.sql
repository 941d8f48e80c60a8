-- What operators note of an account. Nothing that was noted is changed or taken back.
create table client_notes (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  author_id bigint not null references users (id),
  text text not null,
  at timestamptz not null default platform_now()
);
comment on table client_notes is 'What operators noted of an account, for all operators above it '
  'and never for the account itself.';
create index client_notes_by_user on client_notes (user_id, id);
comment on index client_notes_by_user is 'The notes of an account, newest first.';
create trigger notes_are_append_only before delete or update or truncate on client_notes
  for each statement execute function refuse_change();
grant select, insert on client_notes to node_role;
