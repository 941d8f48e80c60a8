-- A transfer goes between two accounts of one currency and one kind of money, real or play, for
-- a bet that is there and has moved nothing yet; one of many legs is looked at with them. It
-- stands in for foreign keys: what it looks for is never deleted.
create or replace function check_new_transfers() returns trigger language plpgsql
set enable_seqscan = off as $$
declare
  v_transfer bigint;
  v_is_crossing boolean;
begin
  select t.id, f.currency = o.currency
    and is_play_money(f.kind, payer.is_demo) <> is_play_money(o.kind, payee.is_demo)
  into v_transfer, v_is_crossing from new_transfers t
  left join accounts f on f.id = t.from_account_id
  left join accounts o on o.id = t.to_account_id
  left join bets b on b.id = t.bet_id
  left join users payer on payer.id = f.user_id
  left join users payee on payee.id = o.user_id
  where t.round_id is null and (f.currency is distinct from o.currency or f.id is null
    or (t.bet_id is not null and (b.id is null or exists (
      select from entries e where e.bet_id = t.bet_id and e.owner_id is null)))
    or is_play_money(f.kind, payer.is_demo) <> is_play_money(o.kind, payee.is_demo))
  limit 1;
  if not found then return null; end if;
  if v_is_crossing then
    raise exception 'transfer % would make play money real, or real money play', v_transfer
      using errcode = 'PB906';
  end if;
  raise exception 'transfer % has no two accounts of one currency, or no bet to move', v_transfer
    using errcode = 'PB905';
end $$;
