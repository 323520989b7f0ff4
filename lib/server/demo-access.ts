import type { Env } from "@/lib/adapters/env/env";
import { isLocalPeer } from "./client-address";
import { runtime } from "./runtime";

/** What the pages of the demo are filled in with. */
export interface DemoAccess {
  /** A secret key of test mode on the local chain. */
  apiKey: string;
  baseUrl: string;
  /** Where the receiver keeps what the demo's own endpoint got. */
  inboxUrl: string | null;
}

type Settings = Pick<Env, "DEMO_API_KEY" | "DEMO_INBOX_URL" | "APP_URL">;

/** The names under which this machine calls itself: a foreign one may lead here too (DNS rebinding). */
export const isLocalHost = (host: string): boolean =>
  /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/.test(host);

/**
 * The demo's key, for a browser on the machine that the demo runs on.
 * @returns null outside the demo, and for everybody else
 */
export function demoAccess(
  headers: Headers,
  { DEMO_API_KEY, DEMO_INBOX_URL, APP_URL }: Settings = runtime().config,
): DemoAccess | null {
  if (DEMO_API_KEY === undefined) return null;
  if (!isLocalPeer((name) => headers.get(name))) return null;
  if (!isLocalHost(headers.get("host") ?? "")) return null;
  return { apiKey: DEMO_API_KEY, baseUrl: APP_URL, inboxUrl: DEMO_INBOX_URL ?? null };
}
