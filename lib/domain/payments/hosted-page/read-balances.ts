import type { Deployment } from "@/lib/adapters/chain/chains";
import { balanceOf } from "@/lib/adapters/chain/reads/tokens";
import { isChainTrouble } from "@/lib/adapters/chain/rpc/chain-trouble";
import { requestMs, rpcWithin } from "@/lib/adapters/chain/rpc/rpc-within";
import type { ChainBalance, WalletInput } from "@/lib/contract/payments/hosted-pay";
import { type Currency, digits } from "@/lib/core/amounts/money";
import type { Address } from "@/lib/core/chain/hex";
import { findOffers } from "@/lib/domain/payments/sessions/find-offers";
import type { Context, PublicActor } from "@/lib/domain/platform/context";
import { payableSession } from "./payable-session";

/**
 * What a wallet has of a session's token on each chain where the session can be paid, read at the same time. A chain that
 * does not answer within two seconds has no figure, which is not zero.
 * @throws Refusal `not_found`
 * @throws Refusal `session_invalid_state`: not to be paid now
 */
export async function readBalances(
  ctx: Context<PublicActor>,
  { sessionId, payer }: WalletInput,
): Promise<ChainBalance[]> {
  const row = await payableSession(ctx, sessionId);
  const { deployments } = await findOffers(ctx, row);
  return Promise.all(
    deployments.map(async (deployment) => ({
      chainId: deployment.chainId,
      balance: await balanceIn(deployment, row.currency, payer),
    })),
  );
}

/** Digits in the token's smallest unit; null where the chain did not answer. */
async function balanceIn(
  { chain, tokens }: Deployment,
  currency: Currency,
  payer: Address,
): Promise<string | null> {
  const token = tokens[currency];
  if (!token) return null;
  try {
    return digits(await balanceOf(rpcWithin(chain.rpc, requestMs), token.address, payer));
  } catch (error) {
    if (isChainTrouble(error)) return null;
    throw error;
  }
}
