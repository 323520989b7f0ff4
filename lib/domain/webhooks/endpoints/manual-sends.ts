import type { Db } from "@/db/client";
import { takeToken } from "@/lib/adapters/rate-limit/buckets";
import { invalidState, Refusal } from "@/lib/core/errors";
import type { EndpointRow } from "./endpoint-rows";

const PER_MINUTE = 10;

/** Refuses to send anything by hand to a disabled endpoint. */
export function checkEnabled({
  status,
  disabledReason,
}: Pick<EndpointRow, "status" | "disabledReason">): void {
  if (status === "enabled") return;
  throw invalidState("The webhook endpoint is disabled.", {
    currentStatus: status,
    reason: "endpoint_disabled",
    disabledReason,
  });
}

/**
 * Counts what a merchant sends to an endpoint by hand: ten of a kind per minute.
 * @throws Refusal `rate_limited`
 */
export async function countManualSend(
  db: Db,
  kind: "test" | "replay",
  endpointId: string,
): Promise<void> {
  const { allowed, retryAfterSeconds } = await takeToken(db, {
    key: `webhook-${kind}:${endpointId}`,
    perSecond: PER_MINUTE / 60,
    burst: PER_MINUTE,
  });
  if (allowed) return;
  throw new Refusal(
    "rate_limited",
    `You can send at most ${PER_MINUTE} events a minute to an endpoint by hand.`,
    {
      retryAfterSeconds,
      details: { reason: "endpoint_limit" },
    },
  );
}
