import { metrics } from "@/lib/adapters/metrics/metrics";
import type { OutboundHttp, Reply } from "@/lib/adapters/outbound-http/outbound-http";
import { signWebhook } from "@/lib/core/webhooks/sign-webhook";
import type { Context } from "@/lib/domain/platform/context";
import { eventBody } from "@/lib/domain/platform/events/view";
import { openHeaders } from "@/lib/domain/webhooks/endpoints/own-headers";
import { openSigningSecret } from "@/lib/domain/webhooks/endpoints/signing-secret";
import { deliverToInspector } from "@/lib/domain/webhooks/inspector/deliver-to-inspector";
import { inspectorIn } from "@/lib/domain/webhooks/inspector/inspector-url";
import type { ClaimedDispatch } from "./claim-dispatches";
import { recordOutcome } from "./record-outcome";
import { isAccepted } from "./retry-schedule";

/**
 * Sends a claimed dispatch once and records what came of it. It is signed now, with the endpoint's
 * secret of now, so that a rotated secret holds for retries too.
 * @throws errors that are our own fault: the lease then runs out and the attempt is made again
 */
export async function attemptDelivery(
  { db, config, log }: Pick<Context, "db" | "config" | "log">,
  http: OutboundHttp,
  dispatch: ClaimedDispatch,
): Promise<void> {
  const { event, endpointId, secretSealed, headersSealed, mode, url } = dispatch;
  const requestBody = eventBody(event);
  const secret = openSigningSecret(config, { id: endpointId, secretSealed });
  const request = {
    url,
    secure: mode === "live",
    headers: {
      ...openHeaders(config, { id: endpointId, headersSealed }),
      "content-type": "application/json",
      "user-agent": "Stipend-Webhooks/1",
      ...signWebhook(secret, { id: event.id, sentAt: dispatch.sentAt, body: requestBody }),
    },
    body: requestBody,
  };
  const inspector = inspectorIn(config, url);
  const owner = { merchantId: event.merchantId, mode };
  const reply = inspector
    ? await deliverToInspector({ db, config }, inspector, owner, request)
    : await http.post(request);
  metrics().webhookAttempts.add(1, outcomeOf(reply));
  const delivery = dispatch.deliveryId;
  switch (await recordOutcome(db, dispatch, reply)) {
    case "superseded":
      log.warn({ delivery }, "a webhook was sent after its lease had run out");
      break;
    case "endpoint_disabled":
      log.info({ endpointId, delivery, status: reply.status }, "a webhook endpoint was disabled");
      break;
    case "recorded":
      break;
  }
}

/** A short list of words: the receiver's own status would be a label of its choice. */
function outcomeOf(reply: Reply): string {
  if (isAccepted(reply)) return "succeeded";
  if (reply.status === null) return reply.failure ?? "connection_failed";
  return `http_${Math.floor(reply.status / 100)}xx`;
}
