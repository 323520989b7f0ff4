import { deploymentById } from "@/lib/adapters/chain/chains";
import { mintLocalTokens } from "@/lib/adapters/chain/local-chain";
import type { WalletInput } from "@/lib/contract/payments/hosted-pay";
import { notFound } from "@/lib/core/errors";
import type { Context, PublicActor } from "@/lib/domain/platform/context";
import { payableSession } from "./payable-session";

/** What a test wallet has left after paying: 100 tokens. */
const CHANGE = 100_000_000n;

/**
 * Fills the test wallet of a session with tokens of the local chain: its amount, and some more.
 * @throws Refusal `not_found`: no such session, or its chain is not the local one
 * @throws Refusal `session_invalid_state`: not to be paid now
 */
export async function mintTestTokens(
  ctx: Context<PublicActor>,
  { sessionId, payer }: WalletInput,
): Promise<null> {
  const row = await payableSession(ctx, sessionId);
  const { chain } = deploymentById(ctx.chains, row.deploymentId);
  const [key] = ctx.config.FAUCET_PRIVATE_KEY;
  if (!chain.local || !key) throw notFound("faucet");
  await mintLocalTokens(chain, key, {
    token: row.tokenAddress,
    to: payer,
    amount: row.amount + CHANGE,
  });
  return null;
}
