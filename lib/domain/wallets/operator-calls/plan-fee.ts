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

type FeeCall = Extract<WantedCall, { kind: "set_fee" }>;

/**
 * Plans the change of a merchant's fee. A raise that the registry has announced is as good as done: it takes effect
 * by itself.
 * @throws RpcError, RpcUnavailable
 */
export async function planFee(ctx: PlanContext, wanted: FeeCall): Promise<CallPlan> {
  const { deployment, feeBps } = wanted;
  const registry = contractOf(deployment, "registry");
  const { rpc } = deployment.chain;
  const [standing, signer, falls] = await Promise.all([
    readStanding(ctx.db, wanted),
    readOperator(rpc, registry.address),
    describeFalls(ctx, wanted),
  ]);
  if (!standing) return planUnregistered(ctx, wanted, signer);
  const record = await readRecord(rpc, registry.address, standing.chainMerchantId);
  const now = [describe(record), ...falls].join(" ");
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

/** What a merchant's tier has planned for later, and a change of the fee takes back. */
async function describeFalls(
  { db }: PlanContext,
  { deployment, merchantId }: FeeCall,
): Promise<string[]> {
  const falls = await db<{ id: string; feeBps: number | null; notBefore: Date | null }[]>`
    select id, fee_bps, not_before from operator_calls
    where chain_id = ${deployment.chainId} and deployment_id = ${deployment.id}
      and merchant_id = ${merchantId} and kind = 'set_fee'
      and state = 'queued' and not_before > clock_now()
    order by number`;
  return falls.flatMap(({ id, feeBps, notBefore }) => {
    if (feeBps === null || notBefore === null) return [];
    return `${id} is planned to make it ${feeBps} on ${notBefore.toISOString()}: a change of the fee takes it back.`;
  });
}
