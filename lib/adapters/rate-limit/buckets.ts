import type { Db } from "@/db/client";

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

interface Lease {
  tokens: number;
  remaining: number;
  expiresAt: number;
  refusedUntil: number;
  pending: Promise<void> | null;
}

/** The share of a burst that a process takes from the shared bucket at once. */
const LEASED_SHARE = 10;
const LEASE_MS = 1_000;
const MAX_LEASES = 20_000;
const leases = new Map<string, Lease>();

/**
 * Takes one token. Buckets live in Postgres, so that limits hold across processes; each process
 * leases a tenth of the burst for a second, so that a busy key costs few queries, and gives back what it
 * did not use. When the database does not answer, this process limits by itself at the same rate.
 */
export async function takeToken(db: Db, bucket: Bucket): Promise<Allowance> {
  const lease = leaseOf(bucket.key);
  for (;;) {
    const now = Date.now();
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
  const lease = { tokens: 0, remaining: 0, expiresAt: 0, refusedUntil: 0, pending: null };
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

async function renew(db: Db, bucket: Bucket, lease: Lease): Promise<void> {
  const want = Math.max(1, Math.floor(bucket.burst / LEASED_SHARE));
  const unused = lease.tokens;
  lease.tokens = 0;
  const { granted, left } = await takeShared(db, bucket, want, unused).catch(() =>
    takeAlone(bucket, want, unused),
  );
  const now = Date.now();
  lease.tokens = granted;
  lease.remaining = Math.max(0, Math.floor(left));
  lease.expiresAt = now + LEASE_MS;
  lease.refusedUntil = granted > 0 ? 0 : now + Math.max(1, (1 - left) / bucket.perSecond) * 1000;
}

async function takeShared(db: Db, { key, perSecond, burst }: Bucket, want: number, unused: number) {
  const refilled = db`least(${burst}::float8, b.tokens + ${unused}::int
    + extract(epoch from clock_timestamp() - b.refilled_at) * ${perSecond}::float8)`;
  const granted = db`least(${want}::int, floor(greatest(0, ${refilled}))::int)`;
  const [row] = await db<{ granted: number; tokens: number }[]>`
    insert into rate_buckets as b (key, tokens, granted, refilled_at)
    values (${key}, ${burst}::float8 - ${want}::float8, ${want}::int, clock_timestamp())
    on conflict (key) do update set
      granted = ${granted}, tokens = ${refilled} - ${granted}, refilled_at = clock_timestamp()
    returning granted, tokens`;
  if (!row) throw new Error("an upsert returns its row");
  return { granted: row.granted, left: row.tokens };
}

const aloneBuckets = new Map<string, { tokens: number; at: number }>();

function takeAlone({ key, perSecond, burst }: Bucket, want: number, unused: number) {
  const now = Date.now();
  const held = aloneBuckets.get(key) ?? { tokens: burst, at: now };
  const refilled = held.tokens + unused + ((now - held.at) / 1000) * perSecond;
  const tokens = Math.min(burst, refilled);
  const granted = Math.min(want, Math.floor(tokens));
  if (!aloneBuckets.has(key) && aloneBuckets.size >= MAX_LEASES) aloneBuckets.clear();
  aloneBuckets.set(key, { tokens: tokens - granted, at: now });
  return { granted, left: tokens - granted };
}
