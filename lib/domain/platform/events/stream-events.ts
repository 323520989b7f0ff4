import { type Db, transaction } from "@/db/client";
import type { OutputOf } from "@/lib/contract/endpoint";
import type { streamEvents as declaration } from "@/lib/contract/webhooks/events";
import { Refusal } from "@/lib/core/errors";
import { newId } from "@/lib/core/ids";
import { callerId } from "@/lib/domain/platform/caller-id";
import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { ownedBy } from "@/lib/domain/platform/owned-by";
import type { EventRow } from "./event-rows";
import { listInOrder } from "./list-in-order";
import { viewEvent } from "./view";
import { waitForPosition } from "./watch-positions";
import { withholdData } from "./withhold-data";

/** How many streams a key or a person may have, over all processes. */
const MAX_STREAMS = 4;
/** How many a merchant may have with all its keys and persons, over all processes. */
const MAX_OF_MERCHANT = 20;

/** A process that died has none of its streams any more after it. */
const LEASE_SECONDS = 20;

const RETRY_SECONDS = 15;

/** How long a stream lives, how often its key is looked at, and after how much silence it gives a sign. */
export const streamTimes = { liveMs: 900_000, recheckMs: 5_000, beatMs: 15_000 };
const PAGE = 100;

type StreamedEvent = OutputOf<typeof declaration>;
type StreamContext = Context<MerchantActor>;
type Pages = AsyncGenerator<readonly StreamedEvent[]>;

/**
 * Opens a stream of the events behind a position, or from now on. It gives them by pages, in order and
 * without a gap, and an empty page when it long had none. It ends when its time or the process is over, with
 * its key, and when what it reads next has been removed.
 * @returns the position behind which it begins, and what begins it; what is not begun holds its place for a
 * moment only
 * @throws Refusal `invalid_request`: events behind the position have been removed (`position_expired`)
 * @throws Refusal `rate_limited`: the key has four streams, or the merchant twenty
 */
export async function streamEvents(
  ctx: StreamContext,
  { after }: { readonly after?: number },
): Promise<{ from: number; begin(signal: AbortSignal): Pages }> {
  const { db, actor } = ctx;
  const from = after ?? (await lastPosition(ctx));
  const first = await listInOrder(db, actor, { after: from, limit: PAGE });
  const lease = await leaseStream(db, actor);
  return { from, begin: (signal) => follow(ctx, { from, first, lease }, signal) };
}

async function lastPosition({ db, actor }: StreamContext): Promise<number> {
  const [row] = await db<{ lastPosition: bigint }[]>`
    select last_position from event_counters where ${ownedBy(db, actor)}`;
  return Number(row?.lastPosition ?? 0n);
}

interface OpenStream {
  readonly from: number;
  readonly first: readonly EventRow[];
  readonly lease: string;
}

async function* follow(ctx: StreamContext, opened: OpenStream, signal: AbortSignal): Pages {
  const { db, actor, stopping } = ctx;
  const stops = [signal, AbortSignal.timeout(streamTimes.liveMs), ...(stopping ? [stopping] : [])];
  const ended = AbortSignal.any(stops);
  let after = opened.from;
  let rows = opened.first;
  let checkedAt = performance.now();
  let toldAt = performance.now();
  try {
    while (!ended.aborted) {
      const isSilent = performance.now() - toldAt >= streamTimes.beatMs;
      if (rows.length > 0 || isSilent) {
        yield rows.map((row) => withholdData(actor, viewEvent(row)));
        toldAt = performance.now();
        after = Number(rows.at(-1)?.position ?? after);
      }
      if (performance.now() - checkedAt >= streamTimes.recheckMs) {
        if (!(await mayGoOn(ctx, opened.lease))) return;
        checkedAt = performance.now();
      }
      const ms = Math.max(1, checkedAt + streamTimes.recheckMs - performance.now());
      if (rows.length < PAGE) await waitForPosition(db, actor, after, { ms, signal: ended });
      rows = await listInOrder(db, actor, { after, limit: PAGE });
    }
  } catch (error) {
    // The client comes back and is told.
    if (!(error instanceof Refusal)) throw error;
  } finally {
    await releaseStream(db, opened.lease);
  }
}

async function mayGoOn({ db, recheck }: StreamContext, lease: string): Promise<boolean> {
  await recheck?.();
  return renewStream(db, lease);
}

/**
 * Counts a stream of a key or a person, and of its merchant; it is renewed while it lasts, and let go of.
 * @returns the lease's id
 * @throws Refusal `rate_limited` with `too_many_streams`
 */
async function leaseStream(db: Db, actor: MerchantActor): Promise<string> {
  const id = newId("eventStream");
  const { merchantId } = actor;
  const caller = callerId(actor);
  const leased = await transaction(db, async (tx) => {
    await tx`select pg_advisory_xact_lock(hashtextextended(${merchantId}, 7245005))`;
    await tx`delete from event_streams where expires_at < now()`;
    const { count } = await tx`
      insert into event_streams (id, caller, merchant_id, expires_at)
      select ${id}, ${caller}, ${merchantId}, now() + ${LEASE_SECONDS} * interval '1 second'
      where (select count(*) from event_streams where caller = ${caller}) < ${MAX_STREAMS}
        and (select count(*) from event_streams where merchant_id = ${merchantId})
          < ${MAX_OF_MERCHANT}`;
    return count > 0;
  });
  if (leased) return id;
  throw new Refusal(
    "rate_limited",
    `A key or a person can have at most ${MAX_STREAMS} event streams, a merchant ${MAX_OF_MERCHANT}.`,
    {
      details: { reason: "too_many_streams" },
      retryAfterSeconds: RETRY_SECONDS,
    },
  );
}

/** Whether it was still there. */
async function renewStream(db: Db, id: string): Promise<boolean> {
  const { count } = await db`
    update event_streams set expires_at = now() + ${LEASE_SECONDS} * interval '1 second'
    where id = ${id} and expires_at >= now()`;
  return count > 0;
}

async function releaseStream(db: Db, id: string): Promise<void> {
  await db`delete from event_streams where id = ${id}`;
}
