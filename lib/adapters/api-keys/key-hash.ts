import { createHmac } from "node:crypto";
import type { Env } from "@/lib/adapters/env/env";

function hmac(pepper: string, key: string): Buffer {
  return createHmac("sha256", Buffer.from(pepper, "base64")).update(key).digest();
}

/** What is stored of a key: its HMAC-SHA256 under the server's pepper. */
export function keyHash(env: Pick<Env, "API_KEY_PEPPER">, key: string): Buffer {
  return hmac(env.API_KEY_PEPPER, key);
}

/** The hashes under which a presented key may be stored, the current pepper's first. */
export function keyHashes(
  env: Pick<Env, "API_KEY_PEPPER" | "API_KEY_PEPPER_PREVIOUS">,
  key: string,
): Buffer[] {
  const peppers = [env.API_KEY_PEPPER, env.API_KEY_PEPPER_PREVIOUS];
  return peppers.flatMap((pepper) => (pepper ? [hmac(pepper, key)] : []));
}
