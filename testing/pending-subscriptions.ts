import type { Bytes32 } from "@/lib/core/hex";
import { insertSubscription, type PlanRow, type StoredSubscription } from "./subscription-rows";
import type { DirectTerms } from "./subscriptions";
import type { World } from "./world";

/** Writes a subscription as the relay has it before the chain does: pending, nothing charged. */
export function insertPending(
  world: World,
  plan: PlanRow,
  { id, terms }: { id: Bytes32; terms: DirectTerms },
  given: Partial<StoredSubscription> = {},
): Promise<StoredSubscription> {
  return insertSubscription(world, {
    onchainId: id,
    planId: plan.id,
    payer: terms.payer,
    ref: plan.ref,
    status: "pending",
    cap: null,
    currentPeriod: null,
    chargesMade: 0,
    charged: 0n,
    paidUntil: null,
    nextChargeAt: null,
    attemptAt: null,
    enrolledAt: null,
    ...given,
  });
}
