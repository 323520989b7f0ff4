import { createHash, createHmac } from "node:crypto";
import type { Env } from "@/lib/adapters/env/env";
import { memoize } from "@/lib/core/memoize";

/** The server's peppers: 32 random bytes in base64 each. */
export type Peppers = Pick<
  Env,
  "API_KEY_PEPPER" | "API_KEY_PEPPER_PREVIOUS" | "API_KEY_PEPPER_NEXT"
>;

function hmac(pepper: string, key: string): Buffer {
  return createHmac("sha256", Buffer.from(pepper, "base64")).update(key).digest();
}

/** Names a pepper in the rows that are stored under it, without telling anything about it: 8 hex digits. */
export const pepperId = memoize((pepper: string): string =>
  createHash("sha256").update(`stipend-pepper-id:${pepper}`).digest("hex").slice(0, 8),
);

/** What is stored of a key: its HMAC-SHA256 under the server's pepper. */
export function keyHash(env: Pick<Env, "API_KEY_PEPPER">, key: string): Buffer {
  return hmac(env.API_KEY_PEPPER, key);
}

/** The hashes under which a presented key may be stored, the current pepper's first. */
export function keyHashes(env: Peppers, key: string): Buffer[] {
  const { API_KEY_PEPPER, API_KEY_PEPPER_PREVIOUS = [], API_KEY_PEPPER_NEXT } = env;
  const others = [...API_KEY_PEPPER_PREVIOUS, API_KEY_PEPPER_NEXT];
  return [API_KEY_PEPPER, ...others].flatMap((pepper) => (pepper ? [hmac(pepper, key)] : []));
}
