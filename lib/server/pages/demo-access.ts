import { readInbox } from "@/lib/adapters/demo-inbox/read-inbox";
import type { Env } from "@/lib/adapters/env/env";
import { type DemoWebhook, demoWebhook } from "@/lib/contract/webhooks/demo-webhooks";
import { isLocalPeer } from "@/lib/server/http/client-address";
import { runtime } from "@/lib/server/runtime";

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

const SHOWN = 50;
const quiet = { "cache-control": "no-store", "x-content-type-options": "nosniff" };

/**
 * The newest webhooks about payments that the demo's receiver got, newest first. What came to it in
 * another form is left out.
 * @returns null while the receiver does not answer
 */
export async function listDemoWebhooks(inboxUrl: string): Promise<DemoWebhook[] | null> {
  try {
    const received = await readInbox(inboxUrl, SHOWN);
    return received.flatMap((one) => demoWebhook.safeParse(one).data ?? []);
  } catch (error) {
    runtime().log.warn({ err: error }, "The demo's webhook receiver did not answer");
    return null;
  }
}

/** Answers the demo's page with them: 404 outside the demo, 503 while the receiver does not answer. */
export async function demoWebhooks(request: Request): Promise<Response> {
  const inboxUrl = demoAccess(request.headers)?.inboxUrl;
  if (!inboxUrl) return new Response(null, { status: 404, headers: quiet });
  const data = await listDemoWebhooks(inboxUrl);
  if (!data) return new Response(null, { status: 503, headers: quiet });
  return Response.json({ data }, { headers: quiet });
}
