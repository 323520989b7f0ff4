-- The time of the business: what expires, falls due, is overdue or is kept for so long is judged by it. On a
-- local chain's database it is replaced by one that adds a stored offset. SQL without further settings, so
-- that the planner inlines it and indexes serve comparisons with it.
create function clock_now() returns timestamptz language sql stable parallel safe as 'select now()';
