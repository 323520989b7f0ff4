import type { Address, Bytes32 } from "@/lib/core/chain/hex";

/** What a merchant's owner agrees to when it approves a job by signature. */
export interface JobApproval {
  readonly chainId: number;
  /** The merchant's treasury, which opens the job. */
  readonly treasury: Address;
  readonly registry: Address;
  /** The merchant's number in the registry. */
  readonly merchantId: bigint;
  readonly proposalId: Bytes32;
  readonly token: Address;
  readonly vendor: Address;
  /** Who decides; the treasury where the proposal names none. */
  readonly evaluator: Address;
  /** Smallest unit of the token. */
  readonly amount: bigint;
  /** Unix seconds. */
  readonly expiredAt: bigint;
  readonly description: string;
  /** Unix seconds; the approval can be used until then. */
  readonly deadline: bigint;
}

const fields = [
  { name: "registry", type: "address" },
  { name: "merchantId", type: "uint256" },
  { name: "proposalId", type: "bytes32" },
  { name: "token", type: "address" },
  { name: "vendor", type: "address" },
  { name: "evaluator", type: "address" },
  { name: "amount", type: "uint256" },
  { name: "expiredAt", type: "uint256" },
  { name: "description", type: "string" },
  { name: "deadline", type: "uint256" },
] as const;

/** The `JobApproval` that `approveJobBySig` of a treasury takes (EIP-712). */
export function jobApprovalMessage(approval: JobApproval) {
  const { chainId, treasury } = approval;
  return {
    domain: {
      name: "Stipend Agent Treasury",
      version: "1",
      chainId,
      verifyingContract: treasury,
    },
    types: { JobApproval: fields },
    primaryType: "JobApproval",
    message: Object.fromEntries(fields.map(({ name }) => [name, String(approval[name])])),
  };
}
