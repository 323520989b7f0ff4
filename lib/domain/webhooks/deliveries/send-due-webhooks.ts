import { setTimeout as sleep } from "node:timers/promises";
import type { Db, Sql } from "@/db/client";
import { createOutboundHttp } from "@/lib/adapters/outbound-http/outbound-http";
import type { Context, SystemActor } from "@/lib/domain/platform/context";
import { feedReplays } from "@/lib/domain/webhooks/replays/feed-replays";
import { attemptDelivery } from "./attempt-delivery";
import { claimDispatches } from "./claim-dispatches";
import { discardDispatches } from "./discard-dispatches";
import { maxInFlight } from "./send-limits";

const POLL_MS = 20;

/**
 * Sends what is due, once, and waits until no attempt is under way in any process: for the moved clock, which
 * must not pass over one. `drainWebhooks` sends in real time.
 * @returns how many attempts it made
 */
export async function sendDueWebhooks(
  ctx: Context<SystemActor>,
  { db, until }: { db: Sql; until: Date },
): Promise<number> {
  const http = createOutboundHttp({ allowLoopback: ctx.config.WEBHOOK_ALLOW_PRIVATE });
  let attempts = 0;
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
    if (claimed.length > 0) continue;
    if (!(await isAnyUnderWay(db))) break;
    await sleep(POLL_MS);
  }
  return attempts;
}

async function isAnyUnderWay(db: Db): Promise<boolean> {
  const rows = await db`select from webhook_dispatches where lease_until is not null limit 1`;
  return rows.length > 0;
}
