import type { Db } from "@/db/client";
import type { Env } from "@/lib/adapters/env/env";
import { takeToken } from "@/lib/adapters/rate-limit/buckets";
import { Refusal } from "@/lib/core/errors";
import type { Credential } from "./authenticate";
import { addressBlock } from "./client-address";

interface Limit {
  key: string;
  perSecond: number;
  burst: number;
  /** What `RateLimit-Limit` says: requests per window. */
  shown: number;
  windowSeconds: number;
}

const PER_SECOND = { live: 100, test: 25 } as const;
const PUBLIC_PER_MINUTE = 60;

function keyLimit(credential: Credential, method: string, scale: number): Limit {
  const kind = method === "GET" ? "read" : "write";
  const perSecond = PER_SECOND[credential.mode] * scale;
  return {
    key: `${kind}:${credential.keyId}`,
    perSecond,
    burst: perSecond * 2,
    shown: perSecond,
    windowSeconds: 1,
  };
}

function publicLimit(address: string, scale: number): Limit {
  const perMinute = PUBLIC_PER_MINUTE * scale;
  return {
    key: `public:${addressBlock(address)}`,
    perSecond: perMinute / 60,
    burst: perMinute,
    shown: perMinute,
    windowSeconds: 60,
  };
}

/**
 * Counts a request against its key, or against its address on public endpoints.
 * @returns the `RateLimit-*` headers
 * @throws Refusal `rate_limited` with the seconds to wait
 */
export async function limitRequest(
  db: Db,
  config: Env,
  request: { method: string; address: string },
  credential: Credential | null,
): Promise<Record<string, string>> {
  const limit = credential
    ? keyLimit(credential, request.method, config.RATE_LIMIT_SCALE)
    : publicLimit(request.address, config.RATE_LIMIT_SCALE);
  const { allowed, remaining, retryAfterSeconds } = await takeToken(db, limit);
  if (!allowed) {
    throw new Refusal("rate_limited", "Too many requests.", { retryAfterSeconds });
  }
  return {
    "ratelimit-limit": String(Math.floor(limit.shown)),
    "ratelimit-remaining": String(remaining),
    "ratelimit-reset": String(limit.windowSeconds),
  };
}
