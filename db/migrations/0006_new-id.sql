-- The id of a row that a statement makes by itself: the prefix, `_` and 24 random base62 characters.
create function new_id(prefix text) returns text language sql volatile as $$
  select prefix || '_' || left(
    translate(encode(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()), 'base64'), '+/=', ''),
    24)
$$;
