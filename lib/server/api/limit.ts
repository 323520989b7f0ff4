import type { Db } from "@/db/client";
import type { Env } from "@/lib/adapters/env/env";
import { type Bucket, takeToken } from "@/lib/adapters/rate-limit/buckets";
import type { AddressLimit, Endpoint } from "@/lib/contract/endpoint";
import { Refusal } from "@/lib/core/errors";
import { addressBlock } from "@/lib/server/http/client-address";
import type { Credential } from "./credential";

/** Requests per second; twice as many may come at once. */
const PER_SECOND = { live: 100, test: 25 } as const;
const PER_SECOND_OF_PERSONS = 100;
const PUBLIC: AddressLimit = { group: "public", requests: 60, seconds: 60 };
/** Limit of refused requests: wrong keys, scopes and paths, regardless of the endpoint. */
const REFUSED: AddressLimit = { group: "refused", requests: 60, seconds: 60 };

type Limiter = { db: Db; config: Pick<Env, "RATE_LIMIT_SCALE"> };
export type LimitHeaders = Record<string, string>;

function callerBucket(caller: RatedCaller, method: string, scale: number): Bucket {
  const kind = method === "GET" ? "read" : "write";
  const perSecond = caller.perSecond * scale;
  return { key: `${kind}:${caller.id}`, perSecond, burst: Math.max(1, perSecond * 2) };
}

function addressBucket({ group, ...limit }: AddressLimit, address: string, scale: number): Bucket {
  const requests = limit.requests * scale;
  return {
    key: `${group}:${addressBlock(address)}`,
    perSecond: requests / limit.seconds,
    burst: Math.max(1, requests),
  };
}

interface RatedCaller {
  readonly id: string;
  readonly perSecond: number;
}

/** Whom requests are counted by; null for those who are known by their address alone. */
function ratedCaller(credential: Credential): RatedCaller | null {
  switch (credential.kind) {
    case "public":
      return null;
    case "session":
      return { id: credential.userId, perSecond: PER_SECOND_OF_PERSONS };
    case "admin":
      return { id: credential.adminId, perSecond: PER_SECOND_OF_PERSONS };
    default:
      return { id: credential.keyId, perSecond: PER_SECOND[credential.mode] };
  }
}

/**
 * Counts a request against its key or person, or against its address on public endpoints and where the
 * declaration has a limit of its own.
 * @param headers gets the `RateLimit-*` headers, also when the request is refused
 * @throws Refusal `rate_limited` with the seconds to wait
 */
export async function limitRequest(
  { db, config }: Limiter,
  declaration: Pick<Endpoint, "limit">,
  request: { method: string; address: string },
  credential: Credential,
  headers: LimitHeaders,
): Promise<void> {
  const scale = config.RATE_LIMIT_SCALE;
  const caller = declaration.limit ? null : ratedCaller(credential);
  const bucket = caller
    ? callerBucket(caller, request.method, scale)
    : addressBucket(declaration.limit ?? PUBLIC, request.address, scale);
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
  await takeCounted(db, addressBucket(REFUSED, address, config.RATE_LIMIT_SCALE), headers);
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
