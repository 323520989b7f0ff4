import { callFailure } from "@/lib/adapters/chain/calls/registry-calls";
import { signerOf } from "@/lib/adapters/chain/calls/relayer";
import { simulateCall } from "@/lib/adapters/chain/calls/simulate-call";
import { chainById } from "@/lib/adapters/chain/chains";
import { readFeeMarket } from "@/lib/adapters/chain/reads/fee-market";
import type { Context } from "@/lib/domain/platform/context";
import { feeCap, marketFees } from "@/lib/domain/wallets/nonces/fees";
import type { CallPlan } from "./call-plan";
import { planOperatorCall } from "./plan-operator-call";
import type { WantedCall } from "./wanted-call";

/** What would be done for what is wanted. */
export interface CallPreview {
  readonly chainId: number;
  readonly plan: CallPlan;
  /** Wei that the transaction costs at the most, as the market is; null where nothing is called, or above the cap. */
  readonly cost: bigint | null;
  /** What the contract refuses the call with; null when it does not. */
  readonly refusal: string | null;
  /** Whether a key is configured that may sign it. */
  readonly canSign: boolean;
}

/**
 * Plans a call and simulates it. Changes nothing.
 * @throws Refusal `not_found`
 * @throws RpcError, RpcUnavailable, ChainDoubt
 */
export async function previewOperatorCall(
  ctx: Pick<Context, "db" | "config" | "chains">,
  wanted: WantedCall,
): Promise<CallPreview> {
  const chainId = wanted.kind === "sweep_wallet" ? wanted.chain.id : wanted.deployment.chainId;
  const { rpc } = chainById(ctx.chains, chainId);
  const [plan, market] = await Promise.all([planOperatorCall(ctx, wanted), readFeeMarket(rpc)]);
  const { config } = ctx;
  const canSign = signerOf(config, plan.signer) !== undefined;
  if (plan.verdict !== "call") return { chainId, plan, cost: null, refusal: null, canSign };
  const fees = marketFees(market, feeCap(config));
  const simulation = await simulateCall(rpc, { from: plan.signer, ...plan });
  return {
    chainId,
    plan,
    cost: fees && plan.gas * fees.maxFeePerGas,
    refusal: simulation.reverted ? callFailure(simulation.data) : null,
    canSign,
  };
}
