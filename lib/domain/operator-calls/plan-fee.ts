import { addressOf } from "@/lib/adapters/chain/chains";
import { operatorCallData, readOperator, readRecord } from "@/lib/adapters/chain/registry-calls";
import { CALL_GAS, type CallPlan, type PlanContext } from "./call-plan";
import { closed, readStanding } from "./read-standing";
import type { WantedCall } from "./wanted-call";

/**
 * Plans the change of a merchant's fee.
 * @throws RpcError, RpcUnavailable
 */
export async function planFee(
  { db }: PlanContext,
  wanted: Extract<WantedCall, { kind: "set_fee" }>,
): Promise<CallPlan> {
  const { deployment, feeBps } = wanted;
  const registry = addressOf(deployment, "registry");
  const { rpc } = deployment.chain;
  const [standing, signer] = await Promise.all([
    readStanding(db, wanted),
    readOperator(rpc, registry),
  ]);
  if (!standing) {
    const now = "The merchant is not in the registry.";
    return { verdict: "wait", failure: "not_registered", now, signer };
  }
  const record = await readRecord(rpc, registry, standing.chainMerchantId);
  const now = `The fee is ${record.feeBps} hundredths of a percent.`;
  if (record.status === "closed") return closed(standing, { now, signer });
  if (record.feeBps === feeBps) {
    if (standing.feeBps === feeBps) return { verdict: "done", now, signer };
    return { verdict: "wait", failure: "awaiting_finality", now, signer };
  }
  const data = operatorCallData.setFee(standing.chainMerchantId, feeBps);
  return { verdict: "call", to: registry, data, gas: CALL_GAS, value: 0n, now, signer };
}
