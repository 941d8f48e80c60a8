-- Where the flight of an engine's round is at a moment, in hundredths. The browser draws the same
-- curve from `engine/src/curve.ts`, and a test holds the two against each other.
create or replace function multiplier_at(
  p_flying_at timestamptz, p_doubling_ms int, p_at timestamptz
) returns int language sql immutable as $$
  select least(100000000, floor(100 * power(2::float8,
    least(30, extract(epoch from p_at - p_flying_at) * 1000 / p_doubling_ms))))::int
$$;
