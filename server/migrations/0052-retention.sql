comment on table notifications is
  'What an operator was called for. user_id has no foreign key: who writes it has just read '
  'the person. Forgotten when the settings say.';
comment on table idempotency_keys is
  'What was done under a key, so that the same call again moves nothing and is answered '
  'alike. Forgotten when the settings say.';
