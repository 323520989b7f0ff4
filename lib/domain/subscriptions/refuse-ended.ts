import { invalidState } from "@/lib/core/errors";
import { liveSubscriptionStatuses, type SubscriptionStatus } from "@/lib/core/states";

/**
 * Refuses what only a subscription that has not ended can have done to it.
 * @throws Refusal `session_invalid_state` with `subscription_ended`
 */
export function refuseEnded({ status }: { readonly status: SubscriptionStatus }): void {
  if (liveSubscriptionStatuses.includes(status)) return;
  throw invalidState(`The subscription is ${status}.`, {
    currentStatus: status,
    reason: "subscription_ended",
  });
}
