-- The account of a person, or of the platform itself when there is no person.
create or replace function account_of(p_user_id bigint, p_kind text, p_currency text)
returns bigint language plpgsql stable as $$
declare v_id bigint;
begin
  if p_user_id is null then
    select id into v_id from accounts
    where user_id is null and kind = p_kind and currency = p_currency and shard = 0;
  else
    select id into v_id from accounts
    where user_id = p_user_id and kind = p_kind and currency = p_currency;
  end if;
  if v_id is null then
    raise exception 'no % account of user % in %', p_kind, p_user_id, p_currency
      using errcode = 'PB904';
  end if;
  return v_id;
end $$;
