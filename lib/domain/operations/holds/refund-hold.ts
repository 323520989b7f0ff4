import { type TransactionSql, transaction } from "@/db/client";
import type { RefundProof } from "@/lib/adapters/chain/reads/charge-proof";
import type { InputOf } from "@/lib/contract/endpoint";
import type { refundHold as declaration } from "@/lib/contract/insight/compliance-holds";
import { invalidState, notFound } from "@/lib/core/errors";
import { heldTransactionAfter, holdTransitions } from "@/lib/core/hold-states";
import { sourcesOf } from "@/lib/core/states";
import { confirmReturned } from "@/lib/domain/payments/settlements/confirm-returned";
import { type AuditedActor, recordAudit } from "@/lib/domain/platform/audit/record-audit";
import type { Context, PreparedVerb, SessionActor } from "@/lib/domain/platform/context";
import { type Owner, ownedBy } from "@/lib/domain/platform/owned-by";
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
 * @throws Refusal `session_invalid_state` with `not_held` or `halted`
 * @throws RpcError, RpcUnavailable, ChainDoubt
 */
export const refundHold: PreparedVerb<SessionActor, Input, RefundProof | null, HoldView> = {
  prepare: (ctx, { transactionId }) => prepareHoldRefund(ctx, ctx.actor, transactionId),
  async run(ctx, input, proof) {
    return transaction(ctx.db, async (tx) => {
      await decideHoldRefund(ctx, tx, { owner: ctx.actor, ...input, proof });
      return viewHold(ctx.config, await findHold(tx, ctx.actor, input.transactionId));
    });
  },
};

/**
 * Finds the proof with which a contract returns a held payment; null where none does, or nothing is held. Asks the
 * chain: call it outside any transaction.
 * @throws Refusal `not_found`
 * @throws RpcError, RpcUnavailable, ChainDoubt
 */
export async function prepareHoldRefund(
  ctx: Pick<Context, "db" | "chains">,
  owner: Owner,
  transactionId: string,
): Promise<RefundProof | null> {
  const [found] = await ctx.db<
    Pick<HeldTransaction, "id" | "type" | "paymentException" | "deploymentId">[]
  >`
    select id, type, payment_exception, deployment_id from transactions
    where id = ${transactionId} and ${ownedBy(ctx.db, owner)}`;
  if (!found) throw notFound("transaction");
  return found.paymentException === "screening" ? chooseProof(ctx, owner, found) : null;
}

interface HoldRefund {
  readonly owner: Owner;
  readonly transactionId: string;
  /** Why, as a person of the merchant said: the audit log and the refund keep it. Admin users say it by their context. */
  readonly reason: string | null;
  readonly proof: RefundProof | null;
}

/**
 * Makes the decision in the caller's transaction, with the refund that it brings.
 * @throws Refusal `not_found`
 * @throws Refusal `session_invalid_state` with `not_held` or `halted`
 */
export async function decideHoldRefund(
  ctx: Context<AuditedActor>,
  tx: TransactionSql,
  { owner, transactionId, reason, proof }: HoldRefund,
): Promise<void> {
  const held = await lockHeld(tx, transactionId, owner);
  await decide(ctx, tx, held, reason);
  const amount = await leftToRefund(tx, held);
  if (amount > 0n) {
    const terms = { amount, reason: "other", note: reason, proof } as const;
    await writeRefund(ctx, tx, owner, { payment: held, terms });
  }
  await queueHoldMails(tx, held.id, "refunded");
}

async function decide(
  ctx: Context<AuditedActor>,
  tx: TransactionSql,
  { id, merchantId, mode, status, paymentException }: HeldTransaction,
  reason: string | null,
): Promise<void> {
  const auditId = await recordAudit(ctx, tx, {
    action: "screening.refunded",
    subject: { type: "transaction", id },
    owner: { merchantId, mode },
    before: { status, paymentException },
    after: { status: heldTransactionAfter.refunded, paymentException },
    ...(reason === null ? {} : { reason }),
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
