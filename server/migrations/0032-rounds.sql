-- A bet of an ended round that could not be settled: it waits here with its reason while the rest
-- of the round is settled, until SUPER settles or voids it.
-- cost: accounts 0
create table held_bets (
  bet_id bigint primary key references bets (id),
  round_id bigint not null references rounds (id),
  reason text not null,
  held_at timestamptz not null default platform_now()
);
create index held_bets_by_round on held_bets (round_id);
comment on table held_bets is 'Bets of ended rounds that could not be settled, and why. SUPER '
  'settles or voids them.';
grant select on held_bets to node_role;

-- So that every figure on the wire is exact. What is above it already stays, and is named by
-- npm run books.
alter table accounts add constraint nobody_has_more_than_can_be_told
  check (user_id is null or balance_minor <= 90000000000000) not valid;
do $$
begin
  alter table accounts validate constraint nobody_has_more_than_can_be_told;
exception when check_violation then null;
end $$;
