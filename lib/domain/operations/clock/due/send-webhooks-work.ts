import type { Sql } from "@/db/client";
import type { ClockWork } from "@/lib/domain/operations/clock/clock-work";
import { sendDueWebhooks } from "@/lib/domain/webhooks/deliveries/send-due-webhooks";

export const sendWebhooksWork: ClockWork = {
  name: "webhooks",
  each: "step",
  run: sendDueWebhooks,
  nextAt: readNextAttempt,
  waiting: async (db, at) => {
    const rows = await db`
      select from webhook_dispatches d
      join webhook_endpoints w on w.id = d.endpoint_id and w.status = 'enabled'
      where d.due_at <= ${at} or (d.lease_until is not null and d.created_at <= ${at}) limit 100`;
    return rows.length;
  },
};

async function readNextAttempt(db: Sql): Promise<Date | null> {
  const [row] = await db<{ at: Date | null }[]>`
    select due_at as at from webhook_dispatches
    where due_at > clock_now() and due_at < 'infinity' order by due_at limit 1`;
  return row?.at ?? null;
}
