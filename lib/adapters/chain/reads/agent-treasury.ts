import { agentTreasuryAbi as treasuryAbi } from "@/lib/adapters/chain/abi/agent-treasury";
import type { BlockName, Rpc } from "@/lib/adapters/chain/rpc/rpc";
import { type Address, type Bytes32, lowerHex } from "@/lib/core/chain/hex";
import { readContract, readValue } from "./read-contract";

/** What a treasury holds its agent to; US cents. */
export interface ChainPolicy {
  readonly agent: Address;
  readonly evaluator: Address;
  readonly thresholdCents: bigint;
  readonly vendorDayCents: bigint;
  readonly monthlyCapCents: bigint;
}

const proposalStatuses = ["none", "waiting", "opened", "cancelled"] as const;

/** What a treasury made of a proposal. */
export interface ChainProposal {
  readonly status: (typeof proposalStatuses)[number];
  /** Of what was proposed, as `orderHashOf` says it; zero where there is none. */
  readonly orderHash: Bytes32;
  /** The escrow's job; 0 unless opened. */
  readonly jobId: bigint;
}

/**
 * A treasury's policy at a block.
 * @throws RpcError, RpcUnavailable
 * @throws ChainDoubt nothing is at the address
 */
export async function readPolicy(rpc: Rpc, treasury: Address, block: bigint): Promise<ChainPolicy> {
  const call = { address: treasury, abi: treasuryAbi, functionName: "policy" } as const;
  const policy = await readValue(readContract(rpc, { ...call, args: [], block }));
  return {
    agent: lowerHex(policy.agent),
    evaluator: lowerHex(policy.evaluator),
    thresholdCents: policy.approvalThresholdCents,
    vendorDayCents: policy.vendorDailyCents,
    monthlyCapCents: policy.monthlyCapCents,
  };
}

/** What a token counts for in a treasury, and what is kept back of it. */
export interface TokenPolicy {
  /** Smallest units per US cent; 0: it is not spent. */
  readonly unitsPerCent: bigint;
  /** Smallest unit. */
  readonly reserve: bigint;
}

/**
 * How a treasury treats a token, at a block.
 * @throws RpcError, RpcUnavailable, ChainDoubt
 */
export async function readTokenPolicy(
  rpc: Rpc,
  treasury: Address,
  token: Address,
  block: bigint,
): Promise<TokenPolicy> {
  const call = { address: treasury, abi: treasuryAbi, functionName: "tokenPolicy" } as const;
  const [unitsPerCent, reserve] = await readValue(
    readContract(rpc, { ...call, args: [token], block }),
  );
  return { unitsPerCent, reserve };
}

/**
 * What a treasury counts as spent in the last 30 days.
 * @returns US cents
 * @throws RpcError, RpcUnavailable, ChainDoubt
 */
export function readSpentCents(rpc: Rpc, treasury: Address, block: bigint): Promise<bigint> {
  const call = { address: treasury, abi: treasuryAbi, functionName: "spentCents" } as const;
  return readValue(readContract(rpc, { ...call, args: [], block }));
}

/**
 * Whether the owner has listed a vendor, at a block.
 * @throws RpcError, RpcUnavailable, ChainDoubt
 */
export function readIsVendor(
  rpc: Rpc,
  treasury: Address,
  vendor: Address,
  block: bigint,
): Promise<boolean> {
  const call = { address: treasury, abi: treasuryAbi, functionName: "isVendor" } as const;
  return readValue(readContract(rpc, { ...call, args: [vendor], block }));
}

/**
 * A proposal as it stands at a block.
 * @throws RpcError, RpcUnavailable, ChainDoubt
 */
export async function readProposal(
  rpc: Rpc,
  treasury: Address,
  proposalId: Bytes32,
  block: BlockName,
): Promise<ChainProposal> {
  const call = { address: treasury, abi: treasuryAbi, functionName: "proposal" } as const;
  const { status, orderHash, jobId } = await readValue(
    readContract(rpc, { ...call, args: [proposalId], block }),
  );
  return { status: proposalStatuses[status] ?? "none", orderHash: lowerHex(orderHash), jobId };
}
