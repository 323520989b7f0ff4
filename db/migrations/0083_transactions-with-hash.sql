-- The planner takes a Bloom filter for as costly as the whole table: here it has no other way that costs less.
create function transactions_with_hash(hash bytea, merchant text, in_mode text) returns setof text
  language sql stable set enable_seqscan = off
  as $$
    select id from transactions
    where tx_hash = hash and case when merchant_id = merchant and mode = in_mode then true end
  $$;
