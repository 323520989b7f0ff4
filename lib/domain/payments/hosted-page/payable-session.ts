import { invalidState } from "@/lib/core/errors";
import type { SessionRow } from "@/lib/domain/payments/sessions/session-rows";
import type { Context } from "@/lib/domain/platform/context";
import { readPayStatus } from "./pay-status";

/**
 * A session that waits to be paid.
 * @throws Refusal `not_found`
 * @throws Refusal `session_invalid_state`: closed, or a payment is on its way
 */
export async function payableSession(ctx: Context, sessionId: string): Promise<SessionRow> {
  const { row, status } = await readPayStatus(ctx, sessionId);
  if (status.status !== "open" && status.status !== "failed") {
    throw invalidState("The session cannot be paid now.", {
      reason: "not_payable",
      currentStatus: row.status,
    });
  }
  return row;
}
