create function customer_hash(customer_id text) returns bigint
  language sql immutable parallel safe
  return hashtextextended(customer_id, 0);
