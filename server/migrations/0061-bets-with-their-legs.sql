-- Bets and the legs that hold their stakes are written by one statement (stake_bets), on accounts
-- that are handed on as they were locked.
drop function if exists post_stakes(bigint, bigint, timestamptz, text, boolean, bigint[], bigint[],
  bigint[], bigint[]);
drop function if exists insert_bets(bigint, bigint, bigint, text[], bigint[], bigint[], int[],
  text[], timestamptz);
drop function if exists judge_money(bigint[], bigint[], text[], bigint[]);
