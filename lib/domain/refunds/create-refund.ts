import { type Db, type TransactionSql, transaction } from "@/db/client";
import type { RefundProof } from "@/lib/adapters/chain/reads/charge-proof";
import type { InputOf } from "@/lib/contract/endpoint";
import type { createRefund as declaration } from "@/lib/contract/refunds/refunds";
import { digits, toDecimal } from "@/lib/core/amounts/money";
import type { Address } from "@/lib/core/chain/hex";
import { invalidRequest, invalidState, notFound, unavailable } from "@/lib/core/errors";
import type { TransactionStatus } from "@/lib/core/states";
import type { Context, MerchantActor, PreparedVerb } from "@/lib/domain/platform/context";
import { ownedBy } from "@/lib/domain/platform/owned-by";
import type { RefundView } from "./authorizations";
import { chooseProof } from "./choose-proof";
import { screenPayer } from "./screen-payer";
import { viewRefund } from "./view";
import { leftToRefund, writeRefund } from "./write-refund";

type Input = InputOf<typeof declaration>;

/** What a payer has paid, of which a contract or a transfer can return a part. */
const refundableTypes: readonly string[] = ["payment", "subscription_charge", "unmatched_deposit"];

interface PaymentRow {
  id: string;
  type: string;
  status: TransactionStatus;
  amount: bigint;
  payer: Address;
  deploymentId: string;
  chainId: number;
}

/**
 * Asks for a refund of a confirmed transaction. The transaction's row is locked while what is refunded already
 * is added up: two refunds that are asked for at once never exceed it together.
 * @throws Refusal `not_found`: this merchant has no such transaction in this mode
 * @throws Refusal `session_invalid_state` with `not_confirmed` or `not_refundable`; `api_error` with `screening_unavailable`
 * @throws Refusal `invalid_request` with `exceeds_refundable` or `payer_blocked`
 */
export const createRefund: PreparedVerb<MerchantActor, Input, RefundProof | null, RefundView> = {
  async prepare(ctx, { transactionId, amount }) {
    const { merchantId, mode } = ctx.actor;
    const [found] = await ctx.db<PaymentRow[]>`
      select id, type, status, amount, from_address as payer, deployment_id, chain_id
      from transactions where id = ${transactionId} and ${ownedBy(ctx.db, { merchantId, mode })}`;
    const payment = checkRefundable(found);
    // Checked again under the lock; checking here saves the screening of a payer when the refund is refused anyway.
    await checkRoom(ctx.db, payment, amount);
    await checkPayer(ctx, payment);
    return chooseProof(ctx, ctx.actor, payment);
  },
  async run(ctx, input, proof) {
    return transaction(ctx.db, async (tx) => {
      const payment = await lockPayment(tx, ctx.actor, input.transactionId);
      await checkRoom(tx, payment, input.amount);
      const { amount, reason, note = null } = input;
      return viewRefund(
        ctx,
        await writeRefund(ctx, tx, ctx.actor, { payment, terms: { amount, reason, note, proof } }),
      );
    });
  },
};

async function lockPayment(
  tx: TransactionSql,
  actor: MerchantActor,
  transactionId: string,
): Promise<PaymentRow> {
  const [row] = await tx<PaymentRow[]>`
    select id, type, status, amount, from_address as payer, deployment_id, chain_id
    from transactions where id = ${transactionId} and ${ownedBy(tx, actor)} for no key update`;
  return checkRefundable(row);
}

function checkRefundable(row: PaymentRow | undefined): PaymentRow {
  if (!row) throw notFound("transaction");
  const currentStatus = row.status;
  if (!refundableTypes.includes(row.type)) {
    const message = `A transaction of type ${row.type} can't be refunded.`;
    throw invalidState(message, { reason: "not_refundable", currentStatus });
  }
  if (row.status !== "confirmed") {
    const message = `The transaction is ${row.status}: only a confirmed one can be refunded.`;
    throw invalidState(message, { reason: "not_confirmed", currentStatus });
  }
  return row;
}

async function checkPayer(ctx: Context<MerchantActor>, payment: PaymentRow): Promise<void> {
  const verdict = await screenPayer(ctx, ctx.actor, payment);
  if (verdict === "clear") return;
  if (verdict === "unavailable") {
    throw unavailable("screening_unavailable", "The payer cannot be screened now: try again.");
  }
  throw invalidRequest("transactionId", "This payer cannot be served.", {
    reason: "payer_blocked",
  });
}

async function checkRoom(db: Db, payment: PaymentRow, amount: bigint): Promise<void> {
  const left = await leftToRefund(db, payment);
  if (amount <= left) return;
  const refundable = digits(left);
  const message =
    left > 0n ? `Only ${toDecimal(left)} is left to refund.` : "Nothing is left to refund.";
  throw invalidRequest("amount", message, {
    reason: "exceeds_refundable",
    refundable,
  });
}
