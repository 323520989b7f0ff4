import { operatorsOf } from "@/lib/adapters/chain/calls/relayer";
import { addressOf } from "@/lib/adapters/chain/chains";
import { readTreasuryOf, sweepFeesData } from "@/lib/adapters/chain/reads/treasury";
import { readFees } from "@/lib/domain/platform/treasury/read-fees";
import { CALL_GAS, type CallPlan, type PlanContext } from "./call-plan";
import type { WantedCall } from "./wanted-call";

type FeeSweep = Extract<WantedCall, { kind: "sweep_fees" }>;

/** A payment finds it cheaper to add to what is there than to begin: so much is left. */
const LEFT = 1n;

/**
 * Plans the transfer of a registry's fees to its treasury: all that have accrued, but one unit. Anyone may make the call,
 * so the operator's wallet does, where there is one.
 * @throws RpcError, RpcUnavailable, ChainDoubt
 */
export async function planFeeSweep(
  { db, config }: PlanContext,
  { deployment, token }: FeeSweep,
): Promise<CallPlan> {
  const [to, registry] = [addressOf(deployment, "processor"), addressOf(deployment, "registry")];
  const [fees, treasury] = await Promise.all([
    readFees(db, deployment, token),
    readTreasuryOf(deployment.chain.rpc, registry),
  ]);
  const { finalAccrued, swept, waiting, counted } = fees;
  const signer = operatorsOf(config)[0]?.address ?? treasury;
  const now = `Fees in ${token} up to the final block: ${finalAccrued} units accrued, ${swept} swept, ${waiting} wait for ${treasury}.`;
  if (waiting <= LEFT || counted <= LEFT) return { verdict: "done", now, signer };
  const data = sweepFeesData(registry, token);
  return { verdict: "call", to, data, gas: CALL_GAS, value: 0n, now, signer };
}
