create function event_stream(merchant_id text, mode text) returns bigint
  language sql immutable parallel safe
  return hashtextextended(merchant_id || ' ' || mode, 0);
--> statement-breakpoint
create function event_resource(resource_id text) returns bigint
  language sql immutable parallel safe
  return hashtextextended(resource_id, 0);
--> statement-breakpoint
-- Read before the counters are locked: no event of before comes meanwhile.
create temporary table unplaced on commit drop as
  select merchant_id, mode, max(position) as position from events
  where arrival is null and position is not null group by merchant_id, mode;
--> statement-breakpoint
ALTER TABLE "event_counters" ADD COLUMN "unplaced_position" bigint DEFAULT 0 NOT NULL;
--> statement-breakpoint
update event_counters c set unplaced_position = u.position from unplaced u
where u.merchant_id = c.merchant_id and u.mode = c.mode;
