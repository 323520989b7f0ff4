import { setTimeout as sleep } from "node:timers/promises";
import { type Db, type Sql, transaction } from "@/db/client";
import { isPool } from "@/db/sql";
import { createOutboundHttp, type OutboundHttp } from "@/lib/adapters/outbound-http/outbound-http";
import { createSignal, type Signal } from "@/lib/core/async/signal";
import { throttle } from "@/lib/core/async/throttle";
import { wakes } from "@/lib/core/operations/wakes";
import { dispatchTransitions, sourcesOf } from "@/lib/core/states";
import type { Context, SystemActor } from "@/lib/domain/platform/context";
import { subscribeOutbox } from "@/lib/domain/platform/outbox/subscribe-outbox";
import { wake } from "@/lib/domain/platform/outbox/wake";
import { feedReplays } from "@/lib/domain/webhooks/replays/feed-replays";
import { attemptDelivery } from "./attempt-delivery";
import { type ClaimedDispatch, claimDispatches } from "./claim-dispatches";
import { discardDispatches } from "./discard-dispatches";
import { maxInFlight } from "./send-limits";

/** The attempts that one drain has started. */
interface AttemptsUnderWay {
  start(dispatch: ClaimedDispatch): void;
  /** Not ended yet. */
  readonly count: number;
  readonly dispatches: readonly ClaimedDispatch[];
  /** Started so far. */
  readonly total: number;
  /** Resolves when every attempt has ended. */
  settled(): Promise<unknown>;
}

export interface DrainResult {
  attempts: number;
  /** When there is more to do; null when nothing waits, or another drain of the process sees to it. */
  nextDueInMs: number | null;
}

/** Between two claims, so that events that come thick and fast are claimed together. */
const CLAIM_SPACING_MS = 15;
/** Replays are given their next events as seldom. */
const FEED_SPACING_MS = 100;
/** Polling finds work without a notification: it was lost, or a process died with its lease. */
const POLL_MS = 1_000;
/** How long a drain stays without work: events come in groups, and the first retry after 5 s ± 20 %. */
const LINGER_MS = 7_000;
/** What a process that is to end lets its attempts take; then others make them. */
const STOP_MS = 5_000;

/** The drains of this process, one for a pool; others only tell it to look again. */
const drains = new WeakMap<Sql, Signal>();

/**
 * Sends what is due to webhook endpoints, and what falls due meanwhile, until `until` or until there
 * has been nothing to do for a while. Any number of processes may do so at once: rows decide who
 * sends what. Attempts that are under way at the end are waited for, at most 15 seconds, or 5 when the
 * process is to end: what is left then is given back, for others to send at once.
 */
export async function drainWebhooks(
  ctx: Context<SystemActor>,
  { until }: { until: Date },
): Promise<DrainResult> {
  const db = poolOf(ctx.db);
  if (ctx.stopping?.aborted) return { attempts: 0, nextDueInMs: null };
  const running = drains.get(db);
  if (running) {
    running.raise();
    return { attempts: 0, nextDueInMs: null };
  }
  const signal = createSignal();
  drains.set(db, signal);
  const unsubscribe = subscribeOutbox(db, (name) => {
    if (name === wakes.webhooks || name === "") signal.raise();
  });
  const http = createOutboundHttp({ allowLoopback: ctx.config.WEBHOOK_ALLOW_PRIVATE });
  const attempts = trackAttempts(ctx, http, signal.raise);
  const feeding = throttle(
    async () => {
      if ((await feedReplays(db)) > 0) signal.raise();
    },
    { pauseMs: FEED_SPACING_MS, retryMs: POLL_MS },
  );
  try {
    await discardDispatches(db);
    ctx.stopping?.addEventListener("abort", signal.raise);
    const deadline = performance.now() + until.getTime() - Date.now();
    await sendUntil(db, attempts, signal, () => {
      feeding.request();
      return ctx.stopping?.aborted ? 0 : deadline - performance.now();
    });
  } finally {
    ctx.stopping?.removeEventListener("abort", signal.raise);
    unsubscribe();
    leave(db, signal);
    await feeding.stop();
  }
  await settle(ctx, db, attempts);
  return { attempts: attempts.total, nextDueInMs: await nextDueInMs(db) };
}

/** Claims need a pool: each commits by itself, and attempts run side by side. */
function poolOf(db: Db): Sql {
  if (isPool(db)) return db;
  throw new Error("webhooks are not sent inside a transaction");
}

/** From here on a new drain may start. */
function leave(db: Sql, signal: Signal): void {
  if (drains.get(db) === signal) drains.delete(db);
}

/**
 * Looks for work once at least.
 * @param leftMs tells how much time is left
 */
async function sendUntil(
  db: Sql,
  attempts: AttemptsUnderWay,
  signal: Signal,
  leftMs: () => number,
): Promise<void> {
  let quietSince = performance.now();
  do {
    const claimed = await claimDispatches(db, maxInFlight - attempts.count);
    for (const dispatch of claimed) attempts.start(dispatch);
    const now = performance.now();
    if (attempts.count > 0) quietSince = now;
    // A signal raised from here on would be lost: without an entry in `drains` a new drain is started.
    if (now - quietSince >= LINGER_MS && !signal.raised) return leave(db, signal);
    await sleep(CLAIM_SPACING_MS);
    await signal.wait(Math.min(POLL_MS, leftMs()));
  } while (leftMs() > 0);
}

/** Waits for the attempts that are under way; when the process is to end, gives back what takes long. */
async function settle(
  { stopping, log }: Context<SystemActor>,
  db: Sql,
  attempts: AttemptsUnderWay,
): Promise<void> {
  const settled = new AbortController();
  const tooLong = waitForStop(stopping, settled.signal);
  await Promise.race([attempts.settled(), tooLong]);
  settled.abort();
  const given = await giveBackDispatches(db, attempts.dispatches);
  if (given > 0) log.info({ dispatches: given }, "webhooks were given back to be sent by others");
}

/** Resolves a while after the process is told to end; `signal` ends the wait. */
async function waitForStop(stopping: AbortSignal | undefined, signal: AbortSignal): Promise<void> {
  if (!stopping?.aborted) {
    await new Promise<void>((resolve) => {
      stopping?.addEventListener("abort", () => resolve(), { once: true, signal });
    });
  }
  await sleep(STOP_MS, undefined, { signal }).catch(() => {});
}

async function nextDueInMs(db: Db): Promise<number | null> {
  const [row] = await db<{ ms: number | null }[]>`
    select least(
      (
        select extract(epoch from d.due_at - clock_now()) from (
          select endpoint_id, due_at from webhook_dispatches where due_at < 'infinity'
          order by due_at offset 0
        ) d
        where (select status = 'enabled' from webhook_endpoints where id = d.endpoint_id)
        limit 1
      ),
      (select extract(epoch from min(lease_until) - now()) from webhook_dispatches
        where lease_until is not null)
    )::float8 * 1000 as ms`;
  return row?.ms == null ? null : Math.max(0, Math.ceil(row.ms));
}

/**
 * Makes attempts side by side. One that goes wrong through our own fault is logged; its lease runs
 * out and it is made again.
 * @param onEnd called whenever an attempt has ended
 */
function trackAttempts(
  ctx: Pick<Context, "db" | "config" | "log">,
  http: OutboundHttp,
  onEnd: () => void,
): AttemptsUnderWay {
  const underWay = new Map<ClaimedDispatch, Promise<void>>();
  let total = 0;
  return {
    start(dispatch) {
      total += 1;
      const attempt = attemptDelivery(ctx, http, dispatch)
        .catch((error) => {
          ctx.log.error({ err: error, delivery: dispatch.deliveryId }, "a webhook was not sent");
        })
        .then(() => {
          underWay.delete(dispatch);
          onEnd();
        });
      underWay.set(dispatch, attempt);
    },
    get count() {
      return underWay.size;
    },
    get total() {
      return total;
    },
    get dispatches() {
      return [...underWay.keys()];
    },
    settled: () => Promise.all(underWay.values()),
  };
}

/**
 * Lets others send at once what this process claimed and will not finish: they would wait for its
 * leases to run out. An answer that still comes is not recorded, and the event is sent again under
 * the same id.
 * @returns how many were given back; the others are decided, or have been taken over
 */
async function giveBackDispatches(
  db: Sql,
  dispatches: readonly ClaimedDispatch[],
): Promise<number> {
  if (dispatches.length === 0) return 0;
  return transaction(db, async (tx) => {
    const { count } = await tx`
      update webhook_dispatches d set state = 'pending', next_attempt_at = clock_now(),
        lease_until = null
      from unnest(
        ${dispatches.map(({ id }) => id)}::text[],
        ${dispatches.map(({ fence }) => String(fence))}::bigint[]
      ) as o (id, fence)
      where d.id = o.id and d.fence = o.fence and d.state = 'sending'
        and d.state in ${tx(sourcesOf(dispatchTransitions, "pending"))}`;
    if (count > 0) await wake(tx, wakes.webhooks);
    return count;
  });
}
