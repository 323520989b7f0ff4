import { isProofTaken } from "@/lib/adapters/chain/calls/refund-calls";
import { type Deployment, deploymentById } from "@/lib/adapters/chain/chains";
import type { RefundProof } from "@/lib/adapters/chain/reads/charge-proof";
import type { PaymentProof } from "@/lib/adapters/chain/reads/payment-proof";
import type { Address } from "@/lib/core/chain/hex";
import type { Context } from "@/lib/domain/platform/context";
import { type Owner, ownedBy } from "@/lib/domain/platform/owned-by";
import { findChargeProof } from "./find-charge-proof";
import { findPaymentProof } from "./find-payment-proof";

/** What is to be refunded. */
interface Refundable {
  readonly id: string;
  readonly type: string;
  readonly deploymentId: string;
}

/**
 * The proof with which a contract returns a payment or a charge; null where the deployment has no such contract, nothing
 * proves it, or the payer's code does not stand by its signature any more: a plain transfer then. Asks the chain: call it
 * outside any transaction.
 * @throws RpcError, RpcUnavailable, ChainDoubt
 */
export async function chooseProof(
  ctx: Pick<Context, "db" | "chains">,
  owner: Owner,
  payment: Refundable,
): Promise<RefundProof | null> {
  const deployment = deploymentById(ctx.chains, payment.deploymentId);
  return payment.type === "subscription_charge"
    ? findForCharge(ctx, owner, deployment, payment)
    : findForPayment(ctx, owner, deployment, payment);
}

async function findForCharge(
  ctx: Pick<Context, "db" | "chains">,
  { merchantId, mode }: Owner,
  { contracts }: Deployment,
  { id: transactionId }: Refundable,
): Promise<RefundProof | null> {
  if (!contracts.chargeRefunds) return null;
  return findChargeProof(ctx, { merchantId, mode, transactionId });
}

async function findForPayment(
  ctx: Pick<Context, "db" | "chains">,
  owner: Owner,
  deployment: Deployment,
  { id: transactionId }: Refundable,
): Promise<PaymentProof | null> {
  if (!deployment.contracts.refunds) return null;
  const { merchantId, mode } = owner;
  const [registered] = await ctx.db<{ payout: Address }[]>`
    select payout from merchant_registrations
    where deployment_id = ${deployment.id} and ${ownedBy(ctx.db, owner)}`;
  if (!registered) return null;
  const proof = await findPaymentProof(ctx, { merchantId, mode, transactionId });
  return proof && (await isProofTaken(deployment, proof, registered.payout)) ? proof : null;
}
