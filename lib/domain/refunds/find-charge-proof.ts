import { type Deployment, deploymentById } from "@/lib/adapters/chain/chains";
import { type ChargeProof, storedTerms } from "@/lib/adapters/chain/reads/charge-proof";
import type { Bytes32, Hex } from "@/lib/core/chain/hex";
import type { Context } from "@/lib/domain/platform/context";
import type { PaymentName } from "./find-payment-proof";

/** What is stored of a charge and of the terms that its payer agreed to. */
export interface ChargeRow {
  readonly onchainId: Bytes32 | null;
  readonly signedTerms: Hex | null;
  readonly chargePeriod: number | null;
  readonly chargeNumber: number | null;
}

/** The stored proof of a charge; null where it is not all there. */
export function storedChargeProof(
  deployment: Deployment,
  { onchainId, signedTerms, chargePeriod, chargeNumber }: ChargeRow,
): ChargeProof | null {
  if (onchainId === null || chargePeriod === null || chargeNumber === null) return null;
  const terms = storedTerms(deployment, { onchainId, signedTerms });
  return terms && { terms, period: BigInt(chargePeriod), number: BigInt(chargeNumber) };
}

/**
 * What names a charge to the contract for their refunds, with the subscription's terms as they are stored.
 * @returns null where they are not: such a charge is refunded by a plain transfer
 */
export async function findChargeProof(
  { db, chains }: Pick<Context, "db" | "chains">,
  { merchantId, mode, transactionId }: PaymentName,
): Promise<ChargeProof | null> {
  const [row] = await db<(ChargeRow & { deploymentId: string })[]>`
    select s.deployment_id, s.onchain_id, s.signed_terms, k.period as charge_period,
      k.number as charge_number
    from subscription_charges k
    join subscriptions s on s.id = k.subscription_id
    where k.transaction_id = ${transactionId} and s.merchant_id = ${merchantId} and s.mode = ${mode}
    limit 1`;
  return row ? storedChargeProof(deploymentById(chains, row.deploymentId), row) : null;
}
