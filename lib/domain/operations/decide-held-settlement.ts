import { transaction } from "@/db/client";
import type { ScreeningDecision } from "@/db/schema/compliance";
import { invalidState, notFound } from "@/lib/core/errors";
import type { TransactionStatus } from "@/lib/core/states";
import { confirmSettlements } from "@/lib/domain/payments/settlements/confirm-settlements";
import { type AuditedActor, recordAudit } from "@/lib/domain/platform/audit/record-audit";
import { recordDecision } from "@/lib/domain/platform/compliance/screening-decisions";
import type { Context } from "@/lib/domain/platform/context";
import { bookHeldCharges } from "@/lib/domain/subscriptions/books/release-held-charges";

interface HeldSettlement {
  type: string;
  status: TransactionStatus;
  paymentException: string;
  stopped: boolean;
}

/**
 * Decides a settled payment, or charge of a subscription, that screening holds up. Released, it is confirmed as if its
 * payer had been clear, with its session and its event; refused, it is never confirmed and not asked about again: the
 * money is with the merchant, and what to do with it is for persons. A refusal may be released later.
 * @throws Refusal `not_found`
 * @throws Refusal `session_invalid_state`: it is not held up, or its chain is halted
 */
export async function decideHeldSettlement(
  ctx: Context<AuditedActor>,
  { id, decision }: { id: string; decision: ScreeningDecision },
): Promise<{ status: TransactionStatus; paymentException: string }> {
  return transaction(ctx.db, async (tx) => {
    // Locks the session or subscription before its transaction, in the same order as a confirmation.
    await tx`
      select from payment_sessions
      where id = (select session_id from transactions where id = ${id}) for no key update`;
    await tx`
      select from subscriptions
      where id = (select subscription_id from transactions where id = ${id}) for no key update`;
    const [held] = await tx<HeldSettlement[]>`
      select t.type, t.status, t.payment_exception,
        c.halted_reason is not null or c.doubt_since is not null as stopped
      from transactions t join chain_cursors c on c.chain_id = t.chain_id
      where t.id = ${id} for no key update of t`;
    if (!held) throw notFound("transaction");
    const { stopped, type, ...before } = held;
    if (before.status !== "pending" || before.paymentException !== "screening") {
      const currentStatus = before.status;
      throw invalidState("Screening is not holding this payment.", {
        currentStatus,
        reason: "not_held",
      });
    }
    if (stopped) throw invalidState("The payment's chain is halted.", { reason: "halted" });
    if (decision === "released") {
      if (type === "subscription_charge") await bookHeldCharges(ctx, tx, [id]);
      else await confirmSettlements(ctx, tx, { cleared: [id], held: [] });
    }
    const [after = before] = await tx<Omit<HeldSettlement, "stopped" | "type">[]>`
      select status, payment_exception from transactions where id = ${id}`;
    const auditId = await recordAudit(ctx, tx, {
      action: `screening.${decision}`,
      subject: { type: "transaction", id },
      before: { ...before },
      after: { ...after },
    });
    await recordDecision(tx, id, { decision, auditId });
    return after;
  });
}
