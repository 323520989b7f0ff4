import {
  operatorCallData,
  type RegistryRecord,
  readOperator,
  readRecord,
} from "@/lib/adapters/chain/calls/registry-calls";
import { contractOf } from "@/lib/adapters/chain/chains";
import { CALL_GAS, type CallPlan, type PlanContext } from "./call-plan";
import { planUnregistered } from "./plan-unregistered";
import { closed, readStanding } from "./read-standing";
import type { WantedCall } from "./wanted-call";

/**
 * Plans the change of a merchant's fee. A raise that the registry has announced is as good as done: it takes effect
 * by itself.
 * @throws RpcError, RpcUnavailable
 */
export async function planFee(
  ctx: PlanContext,
  wanted: Extract<WantedCall, { kind: "set_fee" }>,
): Promise<CallPlan> {
  const { deployment, feeBps } = wanted;
  const registry = contractOf(deployment, "registry");
  const { rpc } = deployment.chain;
  const [standing, signer] = await Promise.all([
    readStanding(ctx.db, wanted),
    readOperator(rpc, registry.address),
  ]);
  if (!standing) return planUnregistered(ctx, wanted, signer);
  const record = await readRecord(rpc, registry.address, standing.chainMerchantId);
  const now = describe(record);
  if (record.status === "closed") return closed(standing, { now, signer });
  if ((record.nextFee?.feeBps ?? record.feeBps) === feeBps) {
    if ((standing.nextFeeBps ?? standing.feeBps) === feeBps)
      return { verdict: "done", now, signer };
    return { verdict: "wait", failure: "awaiting_finality", now, signer };
  }
  const data = operatorCallData.setFee(standing.chainMerchantId, feeBps);
  return { verdict: "call", to: registry.address, data, gas: CALL_GAS, value: 0n, now, signer };
}

function describe({ feeBps, nextFee }: RegistryRecord): string {
  const fee = `The fee is ${feeBps} hundredths of a percent`;
  if (!nextFee) return `${fee}.`;
  return `${fee}, and ${nextFee.feeBps} from ${new Date(Number(nextFee.at) * 1000).toISOString()} on.`;
}
