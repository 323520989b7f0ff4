/** The constants of the contracts for payments and for subscriptions from which their `batchGasLimit` is computed. */
const ITEM_CAP = 140_000n;
const ITEM_OVERHEAD = 12_000n;
/** With what a registry may use to answer. */
const GROUP_OVERHEAD = 80_000n + 30_000n;
const BATCH_OVERHEAD = 40_000n;
const GROUP_CALLDATA = 6_000n;
const ITEM_CALLDATA = 6_000n;
/** What a wallet's own code (ERC-1271) may use twice, besides the settlement. */
const CONTRACT_PAYER_GAS = 1_000_000n;

/**
 * Gas for a batch to run to its end, even if items fail: the contract's `batchGasLimit`. An estimate would be too low:
 * an item that runs out of gas looks like one that failed.
 */
export function batchGasLimit(groups: number, items: number): bigint {
  const [groupCount, itemCount] = [BigInt(groups), BigInt(items)];
  const inGroups = groupCount * GROUP_OVERHEAD + itemCount * (ITEM_CAP + ITEM_OVERHEAD);
  const calldata = groupCount * GROUP_CALLDATA + itemCount * ITEM_CALLDATA;
  return BATCH_OVERHEAD + (inGroups * 64n) / 63n + calldata;
}

/** Gas of a payment that is settled alone, its payer's key having signed. */
export const payGasLimit = batchGasLimit(1, 1);

/** Gas of a payment that is settled alone, the payer's own code verifying its signatures. */
export const paySignedGasLimit = payGasLimit + CONTRACT_PAYER_GAS;

/** What differs where the items are charges. */
const ITEM_GAS = 120_000n + 20_000n;
const CHARGE_CALLDATA = 5_200n;
/** A batch asks the registry once for its keeper. */
const CHARGE_BATCH_OVERHEAD = 75_000n;

/** The most charges that one call takes. */
export const MAX_CHARGES = 60;

/**
 * Gas for a batch of charges to run to its end, even if items fail. An estimate would be too low: an item that runs out
 * of gas looks like one that failed.
 */
export function chargeBatchGasLimit(groups: number, items: number): bigint {
  const [groupCount, itemCount] = [BigInt(groups), BigInt(items)];
  const inGroups = groupCount * GROUP_OVERHEAD + itemCount * ITEM_GAS;
  const aroundGroups = groupCount * GROUP_CALLDATA + itemCount * CHARGE_CALLDATA;
  return CHARGE_BATCH_OVERHEAD + (inGroups * 64n) / 63n + aroundGroups;
}
