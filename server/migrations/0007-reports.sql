-- Settled play below an operator, by currency and quarter of an hour, without demo accounts.
-- Written in the transaction that settles, so figures cost the same at any number of bets.
create table operator_slots (
  operator_id bigint not null references users (id),
  currency text not null,
  slot_at timestamptz not null,
  bets bigint not null,
  stakes_minor bigint not null,
  cashouts_minor bigint not null,
  primary key (operator_id, currency, slot_at)
);
