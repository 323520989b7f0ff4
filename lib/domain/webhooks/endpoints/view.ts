import type { z } from "zod";
import { encodeAs } from "@/lib/contract/encode";
import type { OutputOf } from "@/lib/contract/endpoint";
import {
  type createWebhookEndpoint,
  webhookEndpoint,
} from "@/lib/contract/webhooks/webhook-endpoints";
import type { JsonObject } from "@/lib/core/text/json";
import type { EndpointRow } from "./endpoint-rows";

export type EndpointView = z.output<typeof webhookEndpoint>;
/** The secret is left out of what is kept of the answer, never of the answer itself. */
export type EndpointWithSecret = OutputOf<typeof createWebhookEndpoint> & { secret: string };

/** An endpoint as the merchant sees it; its secret is shown only when it is new. */
export function viewEndpoint(row: EndpointRow): EndpointView {
  return { ...row, object: "webhook_endpoint", headers: row.headerNames };
}

/** An endpoint as its test event carries it. */
export function endpointSnapshot(row: EndpointRow): JsonObject {
  return encodeAs(webhookEndpoint, viewEndpoint(row));
}
