import { callFailure } from "@/lib/adapters/chain/calls/registry-calls";
import { simulateCall } from "@/lib/adapters/chain/calls/simulate-call";
import type { Deployment } from "@/lib/adapters/chain/chains";
import { planRoleCall, type RoleStep } from "./plan-role-call";
import type { CallPreview } from "./preview-operator-call";

/**
 * Plans a step of handing the operator role over, and simulates it. No key here signs it.
 * @throws RpcError, RpcUnavailable, ChainDoubt
 */
export async function previewRoleCall(
  deployment: Deployment,
  step: RoleStep,
): Promise<CallPreview> {
  const { chainId, chain } = deployment;
  const plan = await planRoleCall(deployment, step);
  const preview = { chainId, plan, cost: null, refusal: null, canSign: false };
  if (plan.verdict !== "call") return preview;
  const simulation = await simulateCall(chain.rpc, { from: plan.signer, ...plan });
  return { ...preview, refusal: simulation.reverted ? callFailure(simulation.data) : null };
}
