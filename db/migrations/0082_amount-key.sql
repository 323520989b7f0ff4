create function amount_key(merchant_id text, mode text, amount numeric) returns bigint
  language sql immutable parallel safe
  return hashtextextended(merchant_id || ' ' || mode || ' ' || amount::text, 0);
