import { timingSafeEqual } from "node:crypto";
import { keyHash, keyHashes, type Peppers } from "@/lib/adapters/api-keys/key-hash";
import type { Env } from "@/lib/adapters/env/env";
import { Refusal } from "@/lib/core/errors";
import { readCookie, writeCookie } from "./browser-cookie";
import { addressPrefix } from "./client-address";
import type { ApiRequest } from "./http";

const NAME = "stipend_challenge";
/** For so long a browser that has solved a challenge is asked for no other. */
const LIFETIME_SECONDS = 600;

type Settings = Peppers & Pick<Env, "APP_URL">;

const signedText = (expires: number, address: string) =>
  `challenge-pass:${expires}:${addressPrefix(address)}`;

/** What a browser that has solved a challenge gets; it is good in its network alone. */
export function challengePass(
  config: Settings,
  address: string,
  now = Date.now(),
): { cookie: string; expiresAt: Date } {
  const expires = Math.floor(now / 1_000) + LIFETIME_SECONDS;
  const signature = keyHash(config, signedText(expires, address)).toString("base64url");
  const value = `${expires}.${signature}`;
  const cookie = writeCookie(config, NAME, { value, seconds: LIFETIME_SECONDS });
  return { cookie, expiresAt: new Date(expires * 1_000) };
}

/** @throws Refusal `permission_denied` with `challenge_required` */
export function requireChallengePass(
  config: Settings,
  request: Pick<ApiRequest, "header" | "address">,
): void {
  const value = readCookie(config, NAME, request);
  const [, expires = "0", signature = ""] = /^([0-9]{10})\.([\w-]{43})$/.exec(value) ?? [];
  const given = Buffer.from(signature, "base64url");
  const isOurs = keyHashes(config, signedText(Number(expires), request.address)).some(
    (own) => own.length === given.length && timingSafeEqual(own, given),
  );
  if (isOurs && Date.now() < Number(expires) * 1_000) return;
  throw new Refusal("permission_denied", "Solve a challenge first, and repeat the request.", {
    details: { reason: "challenge_required" },
  });
}
