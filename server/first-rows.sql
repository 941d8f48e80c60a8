-- What stands in a database from its first moment on.
insert into accounts (kind, currency)
select kind, currency
from unnest(array['treasury', 'demo_treasury', 'house']) kind,
  unnest(array['USD', 'INR', 'PKR']) currency;
-- The parts that rounds are settled against.
insert into accounts (kind, currency, shard)
select kind, currency, shard
from unnest(array['house', 'demo_treasury']) kind, unnest(array['USD', 'INR', 'PKR']) currency,
  generate_series(1, 8) shard;

-- Maintenance is unset until somebody says.
insert into games (name) values ('Aviator');

-- The built-in table.
insert into multiplier_tables (bands, hash)
values ('[]', encode(sha256('default:970000'), 'hex'));
insert into multiplier_draft (bands) values ('[]');

-- Seals the addresses of receipts.
insert into secrets (name, value) values ('file-seal',
  decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex'));

insert into sealing (record)
values ('audit_events'), ('transfers'), ('multiplier_tables'), ('rounds');

insert into security_settings default values;
insert into activity_placing default values;
insert into play_folding default values;
insert into statement_folding default values;

-- From which win on operators are called who have set no limit of their own.
insert into big_win_limits (currency, limit_minor)
values ('USD', 100000), ('INR', 10000000), ('PKR', 25000000);
