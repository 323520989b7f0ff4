/** The constants of the contract's `batchGasLimit`. */
const ITEM_GAS = 120_000n + 20_000n;
const GROUP_OVERHEAD = 80_000n;
const BATCH_OVERHEAD = 40_000n;
const GROUP_CALLDATA = 6_000n;
const ITEM_CALLDATA = 5_200n;

/** The most charges that one call takes. */
export const MAX_CHARGES = 60;

/**
 * The gas with which a batch of charges runs to its end, whatever its items do. With an estimate an item could run out
 * of gas, which looks like one that failed.
 */
export function chargeBatchGasLimit(groups: number, items: number): bigint {
  const [groupCount, itemCount] = [BigInt(groups), BigInt(items)];
  const inGroups = groupCount * GROUP_OVERHEAD + itemCount * ITEM_GAS;
  const aroundGroups = groupCount * GROUP_CALLDATA + itemCount * ITEM_CALLDATA;
  return BATCH_OVERHEAD + (inGroups * 64n) / 63n + aroundGroups;
}
