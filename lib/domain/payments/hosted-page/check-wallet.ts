import { deploymentById } from "@/lib/adapters/chain/chains";
import { accountCode, balanceOf, isBlacklisted } from "@/lib/adapters/chain/reads/tokens";
import { requestMs, rpcWithin } from "@/lib/adapters/chain/rpc/rpc-within";
import { screenAddress } from "@/lib/adapters/screening/screen-address";
import type { WalletCheck, WalletInput } from "@/lib/contract/payments/hosted-pay";
import { digits } from "@/lib/core/amounts/money";
import type { Context, PublicActor } from "@/lib/domain/platform/context";
import { payableSession } from "./payable-session";

/**
 * What a wallet brings before it is asked to sign: its balance, what code verifies its
 * signatures, and whether it may pay here at all. The relay judges all of it again.
 * @throws Refusal `not_found`
 * @throws Refusal `session_invalid_state`: not to be paid now
 */
export async function checkWallet(
  ctx: Context<PublicActor>,
  { sessionId, payer }: WalletInput,
): Promise<WalletCheck> {
  const row = await payableSession(ctx, sessionId);
  const { chain } = deploymentById(ctx.chains, row.deploymentId);
  const rpc = rpcWithin(chain.rpc, requestMs);
  const [balance, code, refused, screening] = await Promise.all([
    balanceOf(rpc, row.tokenAddress, payer),
    accountCode(rpc, payer),
    isBlacklisted(rpc, row.tokenAddress, payer),
    screenAddress({ config: ctx.config, chain: { ...chain, rpc }, address: payer }),
  ]);
  return {
    balance: digits(balance),
    code,
    blocked: refused || screening.result === "blocked",
  };
}
