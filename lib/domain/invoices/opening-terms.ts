import type { TransactionSql } from "@/db/client";
import { deploymentById, deploymentsOf, notDeployed } from "@/lib/adapters/chain/chains";
import { chooseTerms, type SessionTerms } from "@/lib/domain/payments/sessions/choose-terms";
import { refuseUnpayable } from "@/lib/domain/payments/sessions/refuse-unpayable";
import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import type { InvoiceHead } from "./invoice-rows";

/** The chain that an invoice's creation named, and whether its mode still has a deployment there. */
export function namedChain(
  { chains }: Pick<Context, "chains">,
  { chainFixed, deploymentId, mode }: Pick<InvoiceHead, "chainFixed" | "deploymentId" | "mode">,
): { chainId: number | undefined; isServed: boolean } {
  if (!chainFixed) return { chainId: undefined, isServed: true };
  const { chainId } = deploymentById(chains, deploymentId);
  return { chainId, isServed: deploymentsOf(chains, mode, chainId).length > 0 };
}

/**
 * Where a draft is paid once it is opened: where a new one would be, since its own deployment may have been taken off.
 * The chain that its creation named stays.
 * @throws Refusal `permission_denied` with `not_deployed`: nothing is settled there any more; `merchant_not_registered` or
 * `payout_unusable`
 * @throws Refusal `invalid_request` with `token_unsupported`: nothing is settled there in its currency
 */
export async function openingTerms(
  ctx: Context<MerchantActor>,
  tx: TransactionSql,
  invoice: InvoiceHead,
): Promise<SessionTerms> {
  const { chainId, isServed } = namedChain(ctx, invoice);
  if (!isServed) throw notDeployed("processor", `chain ${chainId}`);
  const { currency } = invoice;
  const terms = await chooseTerms({ ...ctx, db: tx }, { chainId, currency });
  const { merchantId } = invoice;
  await refuseUnpayable(tx, { merchantId, deploymentId: terms.deployment.id });
  return terms;
}
