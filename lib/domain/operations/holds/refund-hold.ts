import { type TransactionSql, transaction } from "@/db/client";
import type { RefundProof } from "@/lib/adapters/chain/reads/charge-proof";
import type { InputOf } from "@/lib/contract/endpoint";
import type { refundHold as declaration } from "@/lib/contract/insight/compliance-holds";
import { invalidState, notFound } from "@/lib/core/errors";
import { heldTransactionAfter, holdTransitions } from "@/lib/core/hold-states";
import { sourcesOf } from "@/lib/core/states";
import { confirmReturned } from "@/lib/domain/payments/settlements/confirm-returned";
import { recordAudit } from "@/lib/domain/platform/audit/record-audit";
import type { Context, PreparedVerb, SessionActor } from "@/lib/domain/platform/context";
import { ownedBy } from "@/lib/domain/platform/owned-by";
import { chooseProof } from "@/lib/domain/refunds/choose-proof";
import { leftToRefund, writeRefund } from "@/lib/domain/refunds/write-refund";
import { queueHoldMails } from "./hold-mails";
import { findHold, type HoldView, viewHold } from "./hold-rows";
import { type HeldTransaction, lockHeld } from "./lock-held";

type Input = InputOf<typeof declaration>;

/**
 * Decides that the merchant returns a held payment: its transaction becomes `confirmed` and keeps the exception
 * `screening`, no session is confirmed, and a refund of all that is left waits for the merchant's wallet. The payer is
 * not screened again, since it gets back its own money. Decided once: the row of the decision and the transaction's
 * status are changed only from where nothing was decided.
 * @throws Refusal `not_found`: this merchant has no such transaction in this mode
 * @throws Refusal `session_invalid_state` with `not_held`, `halted` or `chain_unavailable`
 */
export const refundHold: PreparedVerb<SessionActor, Input, RefundProof | null, HoldView> = {
  async prepare(ctx, { transactionId }) {
    const [found] = await ctx.db<Omit<HeldTransaction, "amount" | "chainId" | "status">[]>`
      select id, type, payment_exception, deployment_id from transactions
      where id = ${transactionId} and ${ownedBy(ctx.db, ctx.actor)}`;
    if (!found) throw notFound("transaction");
    return found.paymentException === "screening" ? chooseProof(ctx, found) : null;
  },
  async run(ctx, { transactionId, reason }, proof) {
    return transaction(ctx.db, async (tx) => {
      const held = await lockHeld(tx, transactionId, ctx.actor);
      await decide(ctx, tx, held, reason);
      const amount = await leftToRefund(tx, held);
      if (amount > 0n) {
        await writeRefund(ctx, tx, held, { amount, reason: "other", note: reason, proof });
      }
      await queueHoldMails(tx, held.id, "refunded");
      return viewHold(ctx.config, await findHold(tx, ctx.actor, held.id));
    });
  },
};

async function decide(
  ctx: Context<SessionActor>,
  tx: TransactionSql,
  { id, status, paymentException }: HeldTransaction,
  reason: string,
): Promise<void> {
  const auditId = await recordAudit(ctx, tx, {
    action: "screening.refunded",
    subject: { type: "transaction", id },
    before: { status, paymentException },
    after: { status: heldTransactionAfter.refunded, paymentException },
    reason,
  });
  const { count } = await tx`
    insert into screening_decisions (resource_id, decision, audit_id)
    values (${id}, 'refunded', ${auditId})
    on conflict (resource_id) do update set decision = excluded.decision,
      audit_id = excluded.audit_id, created_at = clock_now()
    where screening_decisions.decision in ${tx(sourcesOf(holdTransitions, "refunded"))}`;
  if (count === 1 && (await confirmReturned(tx, [id])) === 1) return;
  throw invalidState("It has been decided.", { currentStatus: status, reason: "not_held" });
}
