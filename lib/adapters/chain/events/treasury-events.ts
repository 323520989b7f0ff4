import { toEventSelector } from "viem";
import { getAbiItem } from "viem/utils";
import { agentTreasuryAbi as abi } from "@/lib/adapters/chain/abi/agent-treasury";
import { ChainDoubt } from "@/lib/adapters/chain/rpc/chain-trouble";
import type { Bytes32 } from "@/lib/core/chain/hex";
import type { ChainLog } from "./parse-log";

/** What owners set of their treasuries, and that there is one: after each of them a treasury is read again. */
const names = [
  "TreasuryDeployed",
  "PolicySet",
  "TokenPolicySet",
  "VendorSet",
  "ProposalCancelled",
  "Withdrawn",
  "SpendReset",
] as const;

/** Those by which the policy changes. The agent's key can cause another one, `ProposalCancelled`, as often as it likes. */
const policyNames: readonly (typeof names)[number][] = ["PolicySet", "TokenPolicySet"];

/** The events with their first topics, and whether they change the policy. */
export const treasuryEventKinds = names.map((name) => ({
  name,
  setsPolicy: policyNames.includes(name),
  topic: toEventSelector(getAbiItem({ abi, name })) as Bytes32,
}));

/**
 * The merchant's number in the registry, of a log of a treasury. Who emitted it is the caller's to judge.
 * @throws ChainDoubt the log has another shape
 */
export function merchantOfTreasuryLog(log: ChainLog): bigint {
  const [, , merchantId] = log.topics;
  if (merchantId) return BigInt(merchantId);
  throw new ChainDoubt(`Log ${log.logIndex} of block ${log.blockNumber} is no treasury's`);
}
