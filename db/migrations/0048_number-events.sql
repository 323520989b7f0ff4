-- Their number cannot grow, and nobody waits for a lock: events are read and removed meanwhile, and new ones are written.
-- An event stands behind those of its resource that came before it, whatever its transaction's clock said.
update "events" e set "position" = n."position"
from (
  select "id", row_number() over (partition by "merchant_id", "mode" order by "settled_at", "sequence", "id") as "position"
  from (
    select "id", "merchant_id", "mode", "sequence",
      max("created_at") over (partition by "resource_id" order by "sequence") as "settled_at"
    from "events" where "arrival" is null
  ) "old"
) n
where n."id" = e."id";
--> statement-breakpoint
insert into "event_counters" ("merchant_id", "mode", "last_position")
select "merchant_id", "mode", max("position") from "events" where "position" is not null group by 1, 2;
