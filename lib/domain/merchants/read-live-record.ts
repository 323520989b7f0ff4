import { type RegistryRecord, readRecord } from "@/lib/adapters/chain/calls/registry-calls";
import { addressOf, deploymentById } from "@/lib/adapters/chain/chains";
import { isChainTrouble } from "@/lib/adapters/chain/rpc/chain-trouble";
import { requestMs, rpcWithin } from "@/lib/adapters/chain/rpc/rpc-within";
import type { Context } from "@/lib/domain/platform/context";
import type { RecordPlace } from "./record-calls";

/** A merchant's record at the newest block, read within the time that a request has; null where no node answers. */
export async function readLiveRecord(
  { chains }: Pick<Context, "chains">,
  { deploymentId, chainMerchantId }: RecordPlace,
): Promise<RegistryRecord | null> {
  const deployment = deploymentById(chains, deploymentId);
  const rpc = rpcWithin(deployment.chain.rpc, requestMs);
  try {
    return await readRecord(rpc, addressOf(deployment, "registry"), chainMerchantId);
  } catch (error) {
    if (isChainTrouble(error)) return null;
    throw error;
  }
}
