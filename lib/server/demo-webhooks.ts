import { readInbox } from "@/lib/adapters/demo-inbox/read-inbox";
import { type DemoWebhook, demoWebhook } from "@/lib/contract/demo-webhooks";
import { demoAccess } from "./demo-access";
import { runtime } from "./runtime";

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
