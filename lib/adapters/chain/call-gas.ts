/** The constants of a processor's version from which its `batchGasLimit` is computed. */
interface GasRules {
  readonly itemCap: bigint;
  readonly itemOverhead: bigint;
  readonly groupOverhead: bigint;
  readonly batchOverhead: bigint;
  /** For the calldata of each, which version 1 has in its overheads. */
  readonly groupCalldata: bigint;
  readonly itemCalldata: bigint;
  /** What version 1 keeps back for the payout of a group. */
  readonly floor: bigint;
}

const first: GasRules = {
  itemCap: 200_000n,
  itemOverhead: 15_000n,
  groupOverhead: 50_000n,
  batchOverhead: 60_000n,
  groupCalldata: 0n,
  itemCalldata: 0n,
  floor: (200_000n * 64n) / 63n + 15_000n,
};
const second: GasRules = {
  itemCap: 170_000n,
  itemOverhead: 12_000n,
  groupOverhead: 80_000n,
  batchOverhead: 40_000n,
  groupCalldata: 6_000n,
  itemCalldata: 6_000n,
  floor: 0n,
};
/** What a wallet's own code (ERC-1271) may use twice, besides the settlement. */
const CONTRACT_PAYER_GAS = 1_000_000n;

/**
 * The gas with which a batch runs to its end, whatever its items do: the contract's `batchGasLimit`.
 * An estimate would be too low, since an item that runs out of gas looks like one that failed.
 * @param version of the processor
 */
export function batchGasLimit(version: number, groups: number, items: number): bigint {
  const rules = version === 1 ? first : second;
  const [groupCount, itemCount] = [BigInt(groups), BigInt(items)];
  const inItems = itemCount * (rules.itemCap + rules.itemOverhead);
  const inGroups = groupCount * rules.groupOverhead + inItems + rules.floor;
  const calldata = groupCount * rules.groupCalldata + itemCount * rules.itemCalldata;
  return rules.batchOverhead + (inGroups * 64n) / 63n + calldata;
}

/** Gas of a payment that is settled alone, its payer's key having signed. */
export function payGasLimit(version: number): bigint {
  return batchGasLimit(version, 1, 1);
}

/** Gas of a payment that is settled alone, the payer's own code verifying its signatures. */
export function paySignedGasLimit(version: number): bigint {
  return payGasLimit(version) + CONTRACT_PAYER_GAS;
}

/** The most that a single payment takes, with whatever version. */
export const mostPayGas = payGasLimit(1) > payGasLimit(2) ? payGasLimit(1) : payGasLimit(2);
