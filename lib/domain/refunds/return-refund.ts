import { transaction } from "@/db/client";
import { invalidState } from "@/lib/core/errors";
import { refundTransitions, sourcesOf } from "@/lib/core/states";
import { type AuditedActor, recordAudit } from "@/lib/domain/platform/audit/record-audit";
import type { Context } from "@/lib/domain/platform/context";
import { lockRefund } from "./lock-refund";
import { refuseAuthorized } from "./relayed/refuse-authorized";

/**
 * Gives a submitted refund back to its merchant before its time: it is pending again, its part of the payment stays
 * taken, and the hash is still looked for.
 * @throws Refusal `session_invalid_state`: it is not submitted; `idempotency_error`: the relay sends it
 */
export async function returnRefund(ctx: Context<AuditedActor>, id: string): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    const row = await lockRefund(tx, id);
    const { merchantId, mode, status, refundTxHash } = row;
    refuseAuthorized(row);
    const { count } = await tx`
      update refunds set status = 'pending'
      where id = ${id} and status in ${tx(sourcesOf(refundTransitions, "pending"))}`;
    if (count === 0) {
      throw invalidState(`The refund is ${status}.`, {
        currentStatus: status,
        reason: "not_possible",
      });
    }
    await recordAudit(ctx, tx, {
      action: "refund.return",
      subject: { type: "refund", id },
      owner: { merchantId, mode },
      before: { status, refundTxHash },
      after: { status: "pending" },
    });
  });
}
