import { Refusal } from "@/lib/core/errors";
import type { RefundRow } from "@/lib/domain/refunds/refund-rows";

/**
 * Refuses what would be a second way to return a refund's money while the merchant's signature can still be executed.
 * @throws Refusal `idempotency_error` with `authorization_pending`
 */
export function refuseAuthorized({
  status,
  authorizationState,
}: Pick<RefundRow, "status" | "authorizationState">): void {
  if (status !== "submitted" || authorizationState === null || authorizationState === "dead")
    return;
  throw wayTaken("The merchant's signature of this refund is on its way to the chain.");
}

/** A refund is returned in one way at a time. */
export const wayTaken = (message: string): Refusal =>
  new Refusal("idempotency_error", message, { details: { reason: "authorization_pending" } });
