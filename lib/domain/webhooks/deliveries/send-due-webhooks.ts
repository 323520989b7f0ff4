import { setTimeout as sleep } from "node:timers/promises";
import type { Db, Sql } from "@/db/client";
import { createOutboundHttp } from "@/lib/adapters/outbound-http/outbound-http";
import type { Context, SystemActor } from "@/lib/domain/platform/context";
import { readClock } from "@/lib/domain/platform/read-clock";
import { feedReplays } from "@/lib/domain/webhooks/replays/feed-replays";
import { attemptDelivery } from "./attempt-delivery";
import { claimDispatches } from "./claim-dispatches";
import { discardDispatches } from "./discard-dispatches";
import { maxInFlight } from "./send-limits";

const POLL_MS = 20;

/**
 * Sends what is due, once, and waits until no attempt is under way in any process that was due at the beginning: for the
 * moved clock, which must not pass over one. `drainWebhooks` sends in real time.
 * @returns how many attempts it made
 */
export async function sendDueWebhooks(
  ctx: Context<SystemActor>,
  { db, until }: { db: Sql; until: Date },
): Promise<number> {
  const http = createOutboundHttp({ allowLoopback: ctx.config.WEBHOOK_ALLOW_PRIVATE });
  let attempts = 0;
  const at = await readClock(db);
  await discardDispatches(db);
  while (Date.now() < until.getTime() && !ctx.stopping?.aborted) {
    await feedReplays(db);
    const claimed = await claimDispatches(db, maxInFlight);
    attempts += claimed.length;
    const sent = claimed.map((dispatch) => attemptDelivery({ ...ctx, db }, http, dispatch));
    for (const outcome of await Promise.allSettled(sent)) {
      if (outcome.status === "rejected")
        ctx.log.error({ err: outcome.reason }, "a webhook was not sent");
    }
    if (!(await isAnyOpen(db, at))) break;
    if (claimed.length === 0) await sleep(POLL_MS);
  }
  return attempts;
}

/** Whether an event from before `at` is under way, or still due to an endpoint that takes it. */
async function isAnyOpen(db: Db, at: Date): Promise<boolean> {
  const rows = await db`
    select from webhook_dispatches d
    where d.created_at <= ${at} and (d.lease_until is not null or (d.due_at <= ${at} and exists (
      select from webhook_endpoints w where w.id = d.endpoint_id and w.status = 'enabled'
    ))) limit 1`;
  return rows.length > 0;
}
