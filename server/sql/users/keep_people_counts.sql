create or replace function keep_people_counts() returns trigger
language plpgsql security definer set search_path from current as $$
begin
  if tg_op = 'UPDATE' then perform add_to_people_counts(old, -1); end if;
  perform add_to_people_counts(new, 1);
  return null;
end $$;
