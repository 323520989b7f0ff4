import { deploymentById } from "@/lib/adapters/chain/chains";
import { balanceOf, hasCode, isBlacklisted } from "@/lib/adapters/chain/tokens";
import { screenAddress } from "@/lib/adapters/screening/screen-address";
import type { WalletCheck, WalletInput } from "@/lib/contract/hosted-pay";
import { digits } from "@/lib/core/money";
import type { Context, PublicActor } from "@/lib/domain/context";
import { payableSession } from "./payable-session";

/**
 * What a wallet brings before it is asked to sign: its balance, whether a contract verifies its
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
  const { rpc } = chain;
  const [balance, smart, refused, screening] = await Promise.all([
    balanceOf(rpc, row.tokenAddress, payer),
    hasCode(rpc, payer),
    isBlacklisted(rpc, row.tokenAddress, payer),
    screenAddress({ config: ctx.config, chain, address: payer }),
  ]);
  return {
    balance: digits(balance),
    smart,
    blocked: refused || screening.result === "blocked",
  };
}
