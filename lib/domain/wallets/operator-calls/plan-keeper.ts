import type { Db } from "@/db/client";
import { readOperator } from "@/lib/adapters/chain/calls/registry-calls";
import { encodeSetKeeper, readIsKeeper } from "@/lib/adapters/chain/calls/subscription-calls";
import { addressOf } from "@/lib/adapters/chain/chains";
import { checksumAddress } from "@/lib/core/chain/hex";
import { CALL_GAS, type CallPlan, type PlanContext } from "./call-plan";
import type { WantedCall } from "./wanted-call";

/**
 * Plans that an account may charge subscriptions, or may not any more.
 * @throws RpcError, RpcUnavailable, ChainDoubt
 */
export async function planKeeper(
  { db }: PlanContext,
  wanted: Extract<WantedCall, { kind: "set_keeper" }>,
): Promise<CallPlan> {
  const { deployment, keeper, isAllowed } = wanted;
  const { rpc } = deployment.chain;
  const [isKeeper, signer] = await Promise.all([
    readIsKeeper(rpc, deployment, keeper),
    readOperator(rpc, addressOf(deployment, "registry")),
  ]);
  const now = `${checksumAddress(keeper)} ${isKeeper ? "may" : "may not"} charge subscriptions.`;
  if (isKeeper !== isAllowed) {
    const to = addressOf(deployment, "registry");
    const data = encodeSetKeeper(keeper, isAllowed);
    return { verdict: "call", to, data, gas: CALL_GAS, value: 0n, now, signer };
  }
  const final = await readFinalNumber(db, deployment.chainId);
  if (final !== null && (await readIsKeeper(rpc, deployment, keeper, final)) === isAllowed) {
    return { verdict: "done", now, signer };
  }
  return { verdict: "wait", failure: "awaiting_finality", now, signer };
}

/** The block up to which the chain is final; null while that is not known. */
async function readFinalNumber(db: Db, chainId: number): Promise<bigint | null> {
  const [row] = await db<{ finalizedNumber: bigint }[]>`
    select finalized_number from chain_cursors
    where chain_id = ${chainId} and halted_reason is null and doubt_since is null`;
  return row?.finalizedNumber ?? null;
}
