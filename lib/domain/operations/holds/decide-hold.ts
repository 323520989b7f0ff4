import type { Db } from "@/db/client";
import { invalidState } from "@/lib/core/errors";
import type { HoldDecision } from "@/lib/core/hold-states";
import { decideHeldSubmission } from "@/lib/domain/payments/intake/decide-held-submission";
import type { AuditedActor } from "@/lib/domain/platform/audit/record-audit";
import type { Context } from "@/lib/domain/platform/context";
import { decideHeldSettlement } from "./decide-held-settlement";
import { type HeldPayment, listHeld } from "./list-held";

export type HoldVerdict = "released" | "refused";

/** A decision that was not made yet, and what it does. */
export interface HoldPlan {
  readonly payment: HeldPayment;
  readonly consequence: string;
}

/**
 * Says what a decision on a held payment would do. Changes nothing.
 * @throws Refusal `session_invalid_state` with `not_held`, also for the refund of what was not sent
 */
export async function planHoldDecision(
  db: Db,
  { id, decision }: { id: string; decision: HoldDecision },
): Promise<HoldPlan> {
  const [payment] = await listHeld(db, id);
  if (!payment) throw notHeld(`Screening is not holding ${id}.`);
  const isSettled = id.startsWith("txn_");
  const consequence = {
    released: isSettled ? "The payment would be confirmed." : "The payment would be relayed.",
    refused: isSettled
      ? "The payment would never be confirmed; the money stays where it is."
      : "The payment would not be relayed.",
    refunded:
      "The merchant would return the money from its own wallet, by a refund of what is left. The payment would confirm no order.",
  }[decision];
  if (decision === "refunded" && !isSettled) {
    throw notHeld("The payment was not sent, so there is nothing to return: refuse it.");
  }
  return { payment, consequence };
}

const notHeld = (message: string) => invalidState(message, { reason: "not_held" });

/**
 * Decides a held payment, settled (`txn_…`) or not sent yet (`rsb_…`).
 * @param input.reason of a person who is no operator: that one's command has its own
 * @throws Refusal `not_found`
 * @throws Refusal `session_invalid_state` with `not_held`, `halted` or `not_enrolled`
 */
export async function decideHold(
  ctx: Context<AuditedActor>,
  input: { id: string; decision: HoldVerdict; reason?: string | null },
): Promise<Record<string, string | null>> {
  const isSettled = input.id.startsWith("txn_");
  return isSettled
    ? { ...(await decideHeldSettlement(ctx, input)) }
    : { ...(await decideHeldSubmission(ctx, input)) };
}
