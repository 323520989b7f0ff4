import type { EventKind } from "@/lib/core/event-kinds";

const events: EventKind[] = [
  "payment.created",
  "payment.seen",
  "payment.completed",
  "payment.failed",
  "payment.reverted",
];
/** As many as a page of the list has. */
const LISTED = 100;

interface Endpoint {
  id: string;
  url: string;
  status: "enabled" | "disabled";
}

/**
 * Makes sure that the demo merchant's webhooks of test mode go to `inboxUrl`, over the API as any
 * merchant would. An endpoint that was disabled meanwhile is enabled again.
 * @throws Error with the API's answer when it refuses
 */
export async function registerInbox(
  baseUrl: string,
  apiKey: string,
  inboxUrl: string,
): Promise<void> {
  const call = async <Answer>(method: "GET" | "POST", path: string, body?: object) => {
    const response = await fetch(`${baseUrl}/v1/webhook-endpoints${path}`, {
      method,
      headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
      body: body && JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`its endpoint was refused: ${text}`);
    return JSON.parse(text) as Answer;
  };
  const { data } = await call<{ data: Endpoint[] }>("GET", `?limit=${LISTED}`);
  const known = data.find(({ url }) => url === inboxUrl);
  if (known?.status === "disabled") await call("POST", `/${known.id}/enable`);
  if (known) return;
  await call("POST", "", { url: inboxUrl, events, mode: "test", description: "Start page" });
}
