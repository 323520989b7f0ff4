import type { Db, Sql } from "@/db/client";
import { isPool } from "@/db/sql";
import { throttle } from "@/lib/core/async/throttle";
import type { Mode } from "@/lib/core/modes";
import { notices } from "@/lib/core/operations/wakes";
import type { MerchantActor } from "@/lib/domain/platform/context";
import { subscribeOutbox } from "@/lib/domain/platform/outbox/subscribe-outbox";

interface Waiter {
  readonly merchantId: string;
  readonly mode: Mode;
  readonly after: number;
  readonly wakeUp: () => void;
}

interface Watch {
  readonly waiters: Set<Waiter>;
  /** Asks the database what has come, once for all who wait. */
  look(): void;
}

const PAUSE_MS = 5;
const RETRY_MS = 1_000;
/** For a notification that was lost. */
const POLL_MS = 1_000;

/** Those that wait, by their pool. */
const watches = new WeakMap<Sql, Watch>();

/**
 * Resolves when a merchant's mode has an event behind a position, at once if it has; otherwise after `ms`, or
 * when `signal` is aborted. All who wait share one query.
 */
export async function waitForPosition(
  db: Db,
  { merchantId, mode }: MerchantActor,
  after: number,
  { ms, signal }: { readonly ms: number; readonly signal?: AbortSignal },
): Promise<void> {
  if (!isPool(db)) throw new Error("events are not waited for inside a transaction");
  const watch = watches.get(db) ?? openWatch(db);
  const ended = AbortSignal.any([AbortSignal.timeout(Math.ceil(ms)), ...(signal ? [signal] : [])]);
  if (ended.aborted) return;
  await new Promise<void>((resolve) => {
    const waiter = { merchantId, mode, after, wakeUp };
    function wakeUp() {
      watch.waiters.delete(waiter);
      ended.removeEventListener("abort", wakeUp);
      resolve();
    }
    ended.addEventListener("abort", wakeUp);
    watch.waiters.add(waiter);
    watch.look();
  });
}

function openWatch(db: Sql): Watch {
  const waiters = new Set<Waiter>();
  const looking = throttle(() => wakeReached(db, waiters), {
    pauseMs: PAUSE_MS,
    retryMs: RETRY_MS,
  });
  const look = () => {
    if (waiters.size > 0) looking.request();
  };
  const watch = { waiters, look };
  watches.set(db, watch);
  subscribeOutbox(db, (name) => {
    if (name === notices.numbered || name === "") look();
  });
  setInterval(look, POLL_MS).unref();
  return watch;
}

async function wakeReached(db: Sql, waiters: ReadonlySet<Waiter>): Promise<void> {
  const waiting = [...waiters];
  const streams = new Map(
    waiting.map(({ merchantId, mode }) => [`${merchantId} ${mode}`, { merchantId, mode }]),
  );
  const rows = await db<{ merchantId: string; mode: Mode; lastPosition: bigint }[]>`
    select c.merchant_id, c.mode, c.last_position
    from unnest(
      ${[...streams.values()].map(({ merchantId }) => merchantId)}::text[],
      ${[...streams.values()].map(({ mode }) => mode)}::text[]
    ) as s (merchant_id, mode)
    join event_counters c on c.merchant_id = s.merchant_id and c.mode = s.mode`;
  const last = new Map(rows.map((row) => [`${row.merchantId} ${row.mode}`, row.lastPosition]));
  for (const waiter of waiting) {
    const reached = last.get(`${waiter.merchantId} ${waiter.mode}`) ?? 0n;
    if (reached > BigInt(waiter.after)) waiter.wakeUp();
  }
}
