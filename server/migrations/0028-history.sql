-- A history holds what was done to an account and its own sign-ins, among many events of its own.
create index sign_ins_by_actor on audit_events (actor_id, id) where target_kind = 'session';
