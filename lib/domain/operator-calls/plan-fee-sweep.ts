import { contractOf } from "@/lib/adapters/chain/chains";
import { operatorCallData } from "@/lib/adapters/chain/registry-calls";
import { balanceOf } from "@/lib/adapters/chain/tokens";
import { CALL_GAS, type CallPlan, type PlanContext } from "./call-plan";
import type { WantedCall } from "./wanted-call";

/**
 * Plans the transfer of the fees that the payment processor holds to its treasury. Of version 1
 * anybody may cause it, of version 2 only the treasury, whose key is not ours.
 * @throws RpcError, RpcUnavailable, ChainDoubt
 */
export async function planFeeSweep(
  _ctx: PlanContext,
  { deployment, token }: Extract<WantedCall, { kind: "sweep_fees" }>,
): Promise<CallPlan> {
  const { address: processor, version } = contractOf(deployment, "processor");
  const held = await balanceOf(deployment.chain.rpc, token, processor);
  const now = `The processor holds ${held} units of ${token} for ${deployment.treasury}.`;
  if (held === 0n) return { verdict: "done", now, signer: null };
  if (version !== 1) {
    return { verdict: "refuse", failure: "not_treasury", now, signer: deployment.treasury };
  }
  const data = operatorCallData.sweepFees(token);
  return { verdict: "call", to: processor, data, gas: CALL_GAS, value: 0n, now, signer: null };
}
