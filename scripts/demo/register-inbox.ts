import type { EventKind } from "@/lib/core/event-kinds";
import { createStipend } from "@/sdk/src/stipend";

const events: EventKind[] = [
  "payment.created",
  "payment.seen",
  "payment.completed",
  "payment.failed",
  "payment.reverted",
];
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
  const { webhookEndpoints } = createStipend({ baseUrl, key: apiKey });
  for await (const { id, url, status } of webhookEndpoints.each({ limit: "100" })) {
    if (url !== inboxUrl) continue;
    if (status === "disabled") await webhookEndpoints.enable({ id });
    return;
  }
  await webhookEndpoints.create({ url: inboxUrl, events, mode: "test", description: "Start page" });
}
