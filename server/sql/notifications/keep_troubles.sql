-- What is wrong now, as an object of kind and detail. Those at the top are called when something
-- begins, and again only when it has been well in between.
create or replace function keep_troubles(p_troubles jsonb) returns void
language plpgsql as $$
declare v troubles;
begin
  delete from troubles where not p_troubles ? kind;
  update troubles set detail = p_troubles ->> kind;
  for v in
    insert into troubles (kind, detail) select key, value from jsonb_each_text(p_troubles)
    on conflict (kind) do nothing returning *
  loop
    perform notify_supers('platform',
      'trouble:' || v.kind || ':' || extract(epoch from v.since)::bigint,
      jsonb_build_object('trouble', v.kind, 'detail', v.detail));
  end loop;
end $$;
grant execute on function keep_troubles to node_role;
