import type { Db } from "@/db/client";
import type { Waiting } from "@/lib/domain/operations/stored-state";

/** After it a notice is given up: an open alert has had others since. */
export const GIVEN_UP_HOURS = 24;

/** Notices that `ALERT_WEBHOOK_URL` has not taken. */
export async function readUnsentAlerts(db: Db): Promise<Waiting> {
  const [row] = await db<Waiting[]>`
    select count(*)::int, coalesce(extract(epoch from now() - min(noticed_at)), 0)::float8
      as oldest_seconds
    from alerts
    where sent_at is null and noticed_at > now() - ${GIVEN_UP_HOURS} * interval '1 hour'`;
  return row ?? { count: 0, oldestSeconds: 0 };
}
