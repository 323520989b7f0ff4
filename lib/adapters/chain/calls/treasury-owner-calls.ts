import { encodeFunctionData } from "viem";
import { agentTreasuryAbi as abi } from "@/lib/adapters/chain/abi/agent-treasury";
import type { Address, Hex } from "@/lib/core/chain/hex";

/** A policy as the contract takes it; US cents. */
interface PolicyArgs {
  readonly agent: Address;
  readonly evaluator: Address;
  readonly thresholdCents: bigint;
  readonly vendorDayCents: bigint;
  readonly monthlyCapCents: bigint;
}

/** What a token counts for; the reserve stays in the treasury, smallest unit. */
interface TokenArgs {
  readonly token: Address;
  readonly unitsPerCent: bigint;
  readonly reserve: bigint;
}

/** The call by which anyone deploys a merchant's treasury. */
export function deployTreasuryData(registry: Address, merchantId: bigint): Hex {
  return encodeFunctionData({ abi, functionName: "deploy", args: [registry, merchantId] });
}

/** The owner's call that sets policy and rates. */
export function setPolicyData(policy: PolicyArgs, tokens: readonly TokenArgs[]): Hex {
  const given = {
    agent: policy.agent,
    evaluator: policy.evaluator,
    approvalThresholdCents: policy.thresholdCents,
    vendorDailyCents: policy.vendorDayCents,
    monthlyCapCents: policy.monthlyCapCents,
  };
  return encodeFunctionData({ abi, functionName: "setPolicy", args: [given, [...tokens]] });
}

/** The owner's call that lists vendors, or takes them off the list. */
export function setVendorsData(vendors: readonly Address[], isListed: boolean): Hex {
  return encodeFunctionData({ abi, functionName: "setVendors", args: [[...vendors], isListed] });
}
