-- Folds the hour or day that ends at a moment into its day or month; with the last of them also
-- what was left of that day or month at each of its steps, from the end to the beginning.
create or replace function fold_period(
  p_period text, p_at timestamptz, p_currencies text[]
) returns void language plpgsql as $$
declare
  v_step interval := case p_period when 'day' then '1 hour' else '24 hours' end;
  v_from timestamptz := p_at - v_step;
  -- What ends a period belongs to it.
  v_begin timestamptz := date_trunc(p_period, v_from, 'UTC');
begin
  perform fold_step(p_period, p_at, case when v_from > v_begin then v_from end, v_from, p_at,
    p_currencies);
  if p_at <> date_trunc(p_period, p_at, 'UTC') then return; end if;
  while v_from > v_begin loop
    perform fold_step('rest of ' || p_period, v_from,
      case when v_from + v_step < p_at then v_from + v_step end, v_from, v_from + v_step,
      p_currencies);
    v_from := v_from - v_step;
  end loop;
end $$;
