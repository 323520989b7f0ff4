import type { Db } from "@/db/client";
import { batch } from "@/lib/core/async/batch";

/** A token bucket: `perSecond` tokens come back, up to `burst`. */
export interface Bucket {
  /** Who or what is limited; it is the same text in every process. */
  key: string;
  perSecond: number;
  burst: number;
}

export interface Allowance {
  allowed: boolean;
  /** Whole tokens that are known to be left; at most the burst. */
  remaining: number;
  /** Whole seconds until the bucket is full again when nothing more is taken. */
  fullInSeconds: number;
  /** Whole seconds, at least 1 when refused. */
  retryAfterSeconds: number;
}

/** Its times are the process's own, in milliseconds since it began: no setting of the machine's clock moves them. */
interface Lease {
  tokens: number;
  /** How many it began with. */
  granted: number;
  remaining: number;
  expiresAt: number;
  refusedUntil: number;
  pending: Promise<void> | null;
}

/** The share of a burst that a process takes from the shared bucket at once, at most. */
const LEASED_SHARE = 10;
const LEASE_MS = 1_000;
const MAX_LEASES = 20_000;
const leases = new Map<string, Lease>();

/**
 * Takes one token. Buckets live in Postgres, so that limits hold across processes; each process
 * leases tokens for a second, so that a busy key costs few queries, and gives back what it did not use. The first lease
 * is one token, and the next ones grow with what is used, to a tenth of the burst: many processes leave tokens to each
 * other. When the database does not answer, this process limits by itself at the same rate.
 */
export async function takeToken(db: Db, bucket: Bucket): Promise<Allowance> {
  const lease = leaseOf(bucket.key);
  for (;;) {
    const now = performance.now();
    if (lease.tokens >= 1 && now < lease.expiresAt) {
      lease.tokens -= 1;
      return { allowed: true, ...stateOf(bucket, lease), retryAfterSeconds: 0 };
    }
    if (now < lease.refusedUntil) {
      const retryAfterSeconds = Math.max(1, Math.ceil((lease.refusedUntil - now) / 1000));
      return { allowed: false, ...stateOf(bucket, lease), retryAfterSeconds };
    }
    lease.pending ??= renew(db, bucket, lease).finally(() => {
      lease.pending = null;
    });
    await lease.pending;
  }
}

function stateOf({ burst, perSecond }: Bucket, { remaining, tokens }: Lease) {
  const left = remaining + tokens;
  return { remaining: left, fullInSeconds: Math.max(0, Math.ceil((burst - left) / perSecond)) };
}

function leaseOf(key: string): Lease {
  const found = leases.get(key);
  if (found) return found;
  if (leases.size >= MAX_LEASES) forgetOldest();
  const times = { expiresAt: 0, refusedUntil: 0 };
  const lease = { tokens: 0, granted: 0, remaining: 0, ...times, pending: null };
  leases.set(key, lease);
  return lease;
}

function forgetOldest(): void {
  let surplus = MAX_LEASES / 10;
  for (const [key, lease] of leases) {
    if (surplus <= 0) return;
    if (lease.pending) continue;
    leases.delete(key);
    surplus -= 1;
  }
}

/** Twice what was used up before its second was over; as much as was used in a second that is just over; else one. */
function wantOf({ burst }: Bucket, { tokens, granted, expiresAt }: Lease): number {
  const sinceEnd = performance.now() - expiresAt;
  const used = sinceEnd < LEASE_MS ? granted - tokens : 1;
  const want = tokens < 1 && sinceEnd < 0 ? 2 * used : used;
  return Math.max(1, Math.min(want, Math.floor(burst / LEASED_SHARE)));
}

async function renew(db: Db, bucket: Bucket, lease: Lease): Promise<void> {
  const want = wantOf(bucket, lease);
  const unused = lease.tokens;
  lease.tokens = 0;
  const { granted, left } = await takeShared(db, bucket, want, unused).catch(() =>
    takeAlone(bucket, want, unused),
  );
  const now = performance.now();
  lease.tokens = granted;
  lease.granted = granted;
  lease.remaining = Math.max(0, Math.floor(left));
  lease.expiresAt = now + LEASE_MS;
  lease.refusedUntil = granted > 0 ? 0 : now + Math.max(1, (1 - left) / bucket.perSecond) * 1000;
}

/** A process's wish for tokens of a bucket, and what it gives back; it has one at a time for each. */
interface Wish extends Bucket {
  readonly want: number;
  readonly unused: number;
}

interface BucketGrant {
  readonly granted: number;
  readonly left: number;
}

const takers = new WeakMap<Db, (wish: Wish) => Promise<BucketGrant>>();

/** Buckets that are asked for at the same time share a statement: each payer and address has its own. */
function takeShared(db: Db, bucket: Bucket, want: number, unused: number): Promise<BucketGrant> {
  let take = takers.get(db);
  if (!take) {
    take = batch((wishes) => takeAll(db, wishes), { lanes: 2, size: 100 });
    takers.set(db, take);
  }
  return take({ ...bucket, want, unused });
}

async function takeAll(db: Db, wishes: readonly Wish[]): Promise<BucketGrant[]> {
  const column = (name: Exclude<keyof Wish, "key">) => wishes.map((wish) => String(wish[name]));
  const rows = await db<{ key: string; granted: number; tokens: number }[]>`
    with wished as (
      select * from unnest(${wishes.map(({ key }) => key)}::text[], ${column("perSecond")}::float8[],
        ${column("burst")}::float8[], ${column("want")}::int[], ${column("unused")}::int[]
      ) as w (key, per_second, burst, want, unused)
    )
    insert into rate_buckets as b (key, tokens, granted, refilled_at)
    select key, burst - want, want, clock_timestamp() from wished
    -- Processes that ask for the same buckets take them in one order.
    order by key
    on conflict (key) do update set (tokens, granted, refilled_at) = (
      select r.refilled - r.granted, r.granted, clock_timestamp()
      from wished w cross join lateral (
        select least(w.burst, b.tokens + w.unused
          + extract(epoch from clock_timestamp() - b.refilled_at) * w.per_second) as refilled offset 0
      ) f cross join lateral (
        select f.refilled, least(w.want, floor(greatest(0, f.refilled))::int) as granted
      ) r where w.key = excluded.key
    )
    returning key, granted, tokens`;
  const byKey = new Map(rows.map((row) => [row.key, row]));
  return wishes.map(({ key }) => {
    const row = byKey.get(key);
    if (!row) throw new Error("an upsert returns its row");
    return { granted: row.granted, left: row.tokens };
  });
}

const aloneBuckets = new Map<string, { tokens: number; at: number }>();

function takeAlone({ key, perSecond, burst }: Bucket, want: number, unused: number) {
  const now = performance.now();
  const held = aloneBuckets.get(key) ?? { tokens: burst, at: now };
  const refilled = held.tokens + unused + ((now - held.at) / 1000) * perSecond;
  const tokens = Math.min(burst, refilled);
  const granted = Math.min(want, Math.floor(tokens));
  if (!aloneBuckets.has(key) && aloneBuckets.size >= MAX_LEASES) aloneBuckets.clear();
  aloneBuckets.set(key, { tokens: tokens - granted, at: now });
  return { granted, left: tokens - granted };
}
