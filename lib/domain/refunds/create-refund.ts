import { type Db, type TransactionSql, transaction } from "@/db/client";
import { isProofTaken } from "@/lib/adapters/chain/calls/refund-calls";
import { type Deployment, deploymentById } from "@/lib/adapters/chain/chains";
import { isChargeProof, type RefundProof } from "@/lib/adapters/chain/reads/charge-proof";
import type { PaymentProof } from "@/lib/adapters/chain/reads/payment-proof";
import { isChainTrouble } from "@/lib/adapters/chain/rpc/chain-trouble";
import type { InputOf } from "@/lib/contract/endpoint";
import type { createRefund as declaration } from "@/lib/contract/refunds/refunds";
import { digits, toDecimal } from "@/lib/core/amounts/money";
import type { Address } from "@/lib/core/chain/hex";
import { invalidRequest, invalidState, notFound } from "@/lib/core/errors";
import { countedRefundStatuses, type TransactionStatus } from "@/lib/core/states";
import { screenWallets } from "@/lib/domain/platform/compliance/screen-wallets";
import { findDecisions } from "@/lib/domain/platform/compliance/screening-decisions";
import type { Context, MerchantActor, PreparedVerb } from "@/lib/domain/platform/context";
import { ownedBy } from "@/lib/domain/platform/owned-by";
import type { RefundView } from "./authorizations";
import { findChargeProof } from "./find-charge-proof";
import { findPaymentProof } from "./find-payment-proof";
import { insertRefund } from "./insert-refund";
import { findRefund } from "./refund-rows";
import { tellRefund } from "./tell-refund";
import { viewRefund } from "./view";

/** What is to be refunded. */
interface Refundable {
  readonly id: string;
  readonly type: string;
  readonly deploymentId: string;
}

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
 * @throws Refusal `session_invalid_state` with `not_confirmed`, `not_refundable` or `screening_unavailable`
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
    await screenPayer(ctx, payment);
    return chooseProof(ctx, payment);
  },
  async run(ctx, input, proof) {
    return transaction(ctx.db, async (tx) => {
      const payment = await lockPayment(tx, ctx.actor, input.transactionId);
      await checkRoom(tx, payment, input.amount);
      if (proof) await keepNonce(tx, payment, proof);
      const { merchantId, mode } = ctx.actor;
      const id = await insertRefund(tx, {
        ...payment,
        ...input,
        merchantId,
        mode,
        origin: "api",
        method: proof ? "contract" : "transfer",
        note: input.note ?? null,
      });
      const row = await findRefund(tx, ctx.actor, id);
      await tellRefund(ctx, tx, "refund.created", row);
      return viewRefund(ctx, row);
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

/** The payer was screened when the payment settled; the lists may have changed since. A person's release counts. */
async function screenPayer(ctx: Context<MerchantActor>, payment: PaymentRow): Promise<void> {
  const decisions = await findDecisions(ctx.db, [payment.id]);
  if (decisions.get(payment.id) === "released") return;
  const { merchantId, mode } = ctx.actor;
  const [result] = await screenWallets(ctx, [
    {
      merchantId,
      mode,
      subject: payment.payer,
      trigger: "refund",
      resourceId: payment.id,
      deployment: deploymentById(ctx.chains, payment.deploymentId),
    },
  ]);
  if (result === "clear") return;
  if (result === "unavailable") {
    throw invalidState("The payer cannot be screened now: try again.", {
      reason: "screening_unavailable",
    });
  }
  throw invalidRequest("transactionId", "This payer cannot be served.", {
    reason: "payer_blocked",
  });
}

/** The rest of the payment. While its row is locked, no other refund is added. */
async function checkRoom(tx: Db, payment: PaymentRow, amount: bigint): Promise<void> {
  const [counted] = await tx<{ taken: bigint }[]>`
    select coalesce(sum(amount), 0)::numeric(78, 0) as taken from refunds
    where transaction_id = ${payment.id} and status in ${tx(countedRefundStatuses)}`;
  const left = payment.amount - (counted?.taken ?? 0n);
  if (amount <= left) return;
  const refundable = digits(left > 0n ? left : 0n);
  const message =
    left > 0n ? `Only ${toDecimal(left)} is left to refund.` : "Nothing is left to refund.";
  throw invalidRequest("amount", message, {
    reason: "exceeds_refundable",
    refundable,
  });
}

/** Of a payment that was settled before nonces were kept with it: the submission that has it is removed one day. */
async function keepNonce(
  tx: TransactionSql,
  { id }: PaymentRow,
  proof: RefundProof,
): Promise<void> {
  if (isChargeProof(proof) || proof.signatures !== 2) return;
  await tx`
    update transactions set intent_nonce = ${proof.nonce}
    where id = ${id} and intent_nonce is null`;
}

/**
 * The proof with which a contract returns a payment or a charge; null where the deployment has no such contract, nothing
 * proves it, or the payer's code does not stand by its signature any more: a plain transfer then. Asks the chain: call it
 * outside any transaction.
 * @throws Refusal `session_invalid_state` with `chain_unavailable`
 */
async function chooseProof(
  ctx: Context<MerchantActor>,
  payment: Refundable,
): Promise<RefundProof | null> {
  const deployment = deploymentById(ctx.chains, payment.deploymentId);
  try {
    return payment.type === "subscription_charge"
      ? await findForCharge(ctx, deployment, payment)
      : await findForPayment(ctx, deployment, payment);
  } catch (error) {
    if (!isChainTrouble(error)) throw error;
    throw invalidState("The chain does not answer: try again.", { reason: "chain_unavailable" });
  }
}

async function findForCharge(
  ctx: Context<MerchantActor>,
  { contracts }: Deployment,
  { id: transactionId }: Refundable,
): Promise<RefundProof | null> {
  if (!contracts.chargeRefunds) return null;
  const { merchantId, mode } = ctx.actor;
  return findChargeProof(ctx, { merchantId, mode, transactionId });
}

async function findForPayment(
  ctx: Context<MerchantActor>,
  deployment: Deployment,
  { id: transactionId }: Refundable,
): Promise<PaymentProof | null> {
  if (!deployment.contracts.refunds) return null;
  const { merchantId, mode } = ctx.actor;
  const [registered] = await ctx.db<{ payout: Address }[]>`
    select payout from merchant_registrations
    where deployment_id = ${deployment.id} and ${ownedBy(ctx.db, ctx.actor)}`;
  if (!registered) return null;
  const proof = await findPaymentProof(ctx, { merchantId, mode, transactionId });
  return proof && (await isProofTaken(deployment, proof, registered.payout)) ? proof : null;
}
