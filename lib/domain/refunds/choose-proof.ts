import { isChainTrouble } from "@/lib/adapters/chain/chain-trouble";
import { deploymentById } from "@/lib/adapters/chain/chains";
import type { PaymentProof } from "@/lib/adapters/chain/payment-proof";
import { isProofTaken } from "@/lib/adapters/chain/refund-calls";
import { invalidState } from "@/lib/core/errors";
import type { Address } from "@/lib/core/hex";
import type { Context, MerchantActor } from "@/lib/domain/context";
import { ownedBy } from "@/lib/domain/owned-by";
import { findPaymentProof } from "./find-payment-proof";

/**
 * The proof with which the refunds contract returns a payment; null where the deployment has no such contract,
 * nothing proves the payment, or the payer's code does not stand by its signature any more: a plain transfer then.
 * Asks the chain: call it outside any transaction.
 * @throws Refusal `session_invalid_state` with `chain_unavailable`
 */
export async function chooseProof(
  ctx: Context<MerchantActor>,
  payment: { id: string; deploymentId: string },
): Promise<PaymentProof | null> {
  const deployment = deploymentById(ctx.chains, payment.deploymentId);
  if (!deployment.contracts.refunds) return null;
  const { merchantId, mode } = ctx.actor;
  const [registered] = await ctx.db<{ payout: Address }[]>`
    select payout from merchant_registrations
    where deployment_id = ${payment.deploymentId} and ${ownedBy(ctx.db, ctx.actor)}`;
  if (!registered) return null;
  try {
    const proof = await findPaymentProof(ctx, { merchantId, mode, transactionId: payment.id });
    return proof && (await isProofTaken(deployment, proof, registered.payout)) ? proof : null;
  } catch (error) {
    if (!isChainTrouble(error)) throw error;
    throw invalidState("The chain does not answer: try again.", { reason: "chain_unavailable" });
  }
}
