import type { Db } from "@/db/client";
import type { Env } from "@/lib/adapters/env/env";
import { type Bucket, takeToken } from "@/lib/adapters/rate-limit/buckets";
import { Refusal } from "@/lib/core/errors";
import type { Credential } from "./authenticate";
import { addressBlock } from "./client-address";

/** Requests per second; twice as many may come at once. */
const PER_SECOND = { live: 100, test: 25 } as const;
const PUBLIC_PER_MINUTE = 60;
/** Answers that a client cannot work with, whatever it asked for: wrong keys, scopes and paths. */
const REFUSED_PER_MINUTE = 60;

type Limiter = { db: Db; config: Pick<Env, "RATE_LIMIT_SCALE"> };
export type LimitHeaders = Record<string, string>;

function keyBucket(credential: Credential, method: string, scale: number): Bucket {
  const kind = method === "GET" ? "read" : "write";
  const perSecond = PER_SECOND[credential.mode] * scale;
  return { key: `${kind}:${credential.keyId}`, perSecond, burst: Math.max(1, perSecond * 2) };
}

function addressBucket(name: string, address: string, perMinute: number): Bucket {
  const key = `${name}:${addressBlock(address)}`;
  return { key, perSecond: perMinute / 60, burst: Math.max(1, perMinute) };
}

/**
 * Counts a request against its key, or against its address on public endpoints.
 * @param headers gets the `RateLimit-*` headers, also when the request is refused
 * @throws Refusal `rate_limited` with the seconds to wait
 */
export async function limitRequest(
  { db, config }: Limiter,
  request: { method: string; address: string },
  credential: Credential | null,
  headers: LimitHeaders,
): Promise<void> {
  const scale = config.RATE_LIMIT_SCALE;
  const bucket = credential
    ? keyBucket(credential, request.method, scale)
    : addressBucket("public", request.address, PUBLIC_PER_MINUTE * scale);
  await takeCounted(db, bucket, headers);
}

/**
 * Counts an answer that a client cannot work with against its address: a wrong key, a missing scope, an
 * unknown path. The requests of a good key from the same address are none of these and go on.
 * @param headers gets the `RateLimit-*` headers
 * @throws Refusal `rate_limited` with the seconds to wait
 */
export async function limitRefused(
  { db, config }: Limiter,
  { address }: { address: string },
  headers: LimitHeaders,
): Promise<void> {
  const perMinute = REFUSED_PER_MINUTE * config.RATE_LIMIT_SCALE;
  await takeCounted(db, addressBucket("refused", address, perMinute), headers);
}

/**
 * Takes a token of a bucket. It is what the headers tell of: its size, what is left in it, and when it
 * is full again.
 * @throws Refusal `rate_limited` with the seconds to wait
 */
export async function takeCounted(db: Db, bucket: Bucket, headers: LimitHeaders): Promise<void> {
  const { allowed, remaining, fullInSeconds, retryAfterSeconds } = await takeToken(db, bucket);
  headers["ratelimit-limit"] = String(Math.floor(bucket.burst));
  headers["ratelimit-remaining"] = String(remaining);
  headers["ratelimit-reset"] = String(fullInSeconds);
  if (allowed) return;
  throw new Refusal("rate_limited", "Too many requests.", {
    details: { reason: "too_many_requests" },
    retryAfterSeconds,
  });
}
