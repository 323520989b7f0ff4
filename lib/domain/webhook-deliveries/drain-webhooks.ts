import { setTimeout as sleep } from "node:timers/promises";
import type { Db, Sql } from "@/db/client";
import { createOutboundHttp } from "@/lib/adapters/outbound-http/outbound-http";
import { wakes } from "@/lib/core/wakes";
import type { Context, SystemActor } from "@/lib/domain/context";
import { type Bell, createBell } from "@/lib/domain/outbox/bell";
import { hearOutbox } from "@/lib/domain/outbox/hear-outbox";
import { type AttemptsUnderWay, trackAttempts } from "./attempts-under-way";
import { claimDispatches } from "./claim-dispatches";
import { discardDispatches } from "./discard-dispatches";
import { maxInFlight } from "./send-limits";

export interface DrainResult {
  attempts: number;
  /** When there is more to do; null when nothing waits, or another drain of the process sees to it. */
  nextDueInMs: number | null;
}

/** Between two claims, so that events that come thick and fast are claimed together. */
const CLAIM_SPACING_MS = 15;
/** For work that nobody told of: a lost notification, a lease of a process that died. */
const POLL_MS = 1_000;
/** How long a drain stays without work: events come in groups, and the first retry after 5 s ± 20 %. */
const LINGER_MS = 7_000;

/** The drains of this process, one for a pool; others only tell it to look again. */
const drains = new WeakMap<Sql, Bell>();

/**
 * Sends what is due to webhook endpoints, and what falls due meanwhile, until `until` or until there
 * has been nothing to do for a while. Any number of processes may do so at once: rows decide who
 * sends what. Attempts that are under way at the end are waited for, at most 15 seconds.
 */
export async function drainWebhooks(
  ctx: Context<SystemActor>,
  { until }: { until: Date },
): Promise<DrainResult> {
  const db = poolOf(ctx.db);
  const running = drains.get(db);
  if (running) {
    running.ring();
    return { attempts: 0, nextDueInMs: null };
  }
  const bell = createBell();
  drains.set(db, bell);
  const silence = hearOutbox(db, (name) => {
    if (name === wakes.webhooks || name === "") bell.ring();
  });
  const http = createOutboundHttp({ allowLoopback: ctx.config.WEBHOOK_ALLOW_PRIVATE });
  const attempts = trackAttempts(ctx, http, bell.ring);
  try {
    await discardDispatches(db);
    ctx.stopping?.addEventListener("abort", bell.ring);
    const deadline = performance.now() + until.getTime() - Date.now();
    await sendUntil(db, attempts, bell, () =>
      ctx.stopping?.aborted ? 0 : deadline - performance.now(),
    );
  } finally {
    ctx.stopping?.removeEventListener("abort", bell.ring);
    silence();
    leave(db, bell);
  }
  await attempts.settled();
  return { attempts: attempts.total, nextDueInMs: await nextDueInMs(db) };
}

/** Claims need a pool: each commits by itself, and attempts run side by side. */
function poolOf(db: Db): Sql {
  if ("listen" in db) return db;
  throw new Error("webhooks are not sent inside a transaction");
}

/** From here on a new drain may start. */
function leave(db: Sql, bell: Bell): void {
  if (drains.get(db) === bell) drains.delete(db);
}

/**
 * Looks for work once at least.
 * @param leftMs tells how much time is left
 */
async function sendUntil(
  db: Sql,
  attempts: AttemptsUnderWay,
  bell: Bell,
  leftMs: () => number,
): Promise<void> {
  let quietSince = performance.now();
  do {
    const claimed = await claimDispatches(db, maxInFlight - attempts.count);
    for (const dispatch of claimed) attempts.start(dispatch);
    const now = performance.now();
    if (attempts.count > 0) quietSince = now;
    // Whoever rings later than this finds no drain to ring for, and starts one.
    if (now - quietSince >= LINGER_MS && !bell.rang) return leave(db, bell);
    await sleep(CLAIM_SPACING_MS);
    await bell.wait(Math.min(POLL_MS, leftMs()));
  } while (leftMs() > 0);
}

async function nextDueInMs(db: Db): Promise<number | null> {
  const [row] = await db<{ ms: number }[]>`
    select greatest(0, extract(epoch from d.next_attempt_at - now()) * 1000)::float8 as ms
    from webhook_dispatches d
    join webhook_endpoints w on w.id = d.endpoint_id and w.status = 'enabled'
    where d.state in ('pending', 'sending')
    order by d.next_attempt_at limit 1`;
  return row ? Math.ceil(row.ms) : null;
}
