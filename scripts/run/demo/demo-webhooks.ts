import type { Sql } from "@/db/client";
import type { SealingKeys } from "@/lib/adapters/sealing/seal";
import type { EventKind } from "@/lib/core/webhooks/event-kinds";
import { openSigningSecret } from "@/lib/domain/webhooks/endpoints/signing-secret";
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
  for await (const { id, url, status } of webhookEndpoints.each({ limit: 100 })) {
    if (url !== inboxUrl) continue;
    if (status === "disabled") await webhookEndpoints.enable({ id });
    return;
  }
  await webhookEndpoints.create({ url: inboxUrl, events, mode: "test", description: "Start page" });
}

/** The signing secrets of the webhook endpoints whose URL begins with `url`. */
export async function endpointSecrets(db: Sql, keys: SealingKeys, url: string): Promise<string[]> {
  const rows = await db<{ id: string; secretSealed: string }[]>`
    select id, secret_sealed from webhook_endpoints where starts_with(url, ${url})`;
  return rows.map((row) => openSigningSecret(keys, row));
}
