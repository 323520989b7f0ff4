import { chargeBatchGasLimit, MAX_CHARGES } from "@/lib/adapters/chain/calls/call-gas";
import {
  type Charge,
  type ChargeGroup,
  encodeChargeBatch,
} from "@/lib/adapters/chain/calls/charge-calls";
import type { Address, Hex } from "@/lib/core/chain/hex";
import type { ClaimedSubscription } from "./claim-renewals";

/** A charge of a claimed subscription. */
export interface Renewal extends Charge {
  readonly claimed: ClaimedSubscription;
}

/** A call of the contract, and where each charge is in it. */
export interface PlannedBatch {
  /** Whose merchants charge: a batch names one registry. */
  readonly registry: Address;
  readonly groups: readonly ChargeGroup<Renewal>[];
  readonly data: Hex;
  readonly gas: bigint;
}

/**
 * Puts charges of one deployment together, each merchant's of a token in one group, as many in a batch as the contract
 * takes. The order in which they came is kept but for that.
 */
export function planBatches(registry: Address, renewals: readonly Renewal[]): PlannedBatch[] {
  const groups = new Map<string, Renewal[]>();
  for (const renewal of renewals) {
    const { chainMerchantId, tokenAddress } = renewal.claimed;
    const key = `${chainMerchantId}:${tokenAddress}`;
    const group = groups.get(key);
    if (group) group.push(renewal);
    else groups.set(key, [renewal]);
  }
  const inOrder = [...groups.values()].flat();
  const batches: PlannedBatch[] = [];
  for (let from = 0; from < inOrder.length; from += MAX_CHARGES) {
    batches.push(batchOf(registry, inOrder.slice(from, from + MAX_CHARGES)));
  }
  return batches;
}

/** The same call without some of its charges; null when nothing is left. */
export function withoutRenewals(
  { registry, groups }: PlannedBatch,
  dropped: ReadonlySet<string>,
): PlannedBatch | null {
  const kept = groups
    .flatMap(({ items }) => items)
    .filter(({ claimed }) => !dropped.has(claimed.id));
  return kept.length === 0 ? null : batchOf(registry, kept);
}

function batchOf(registry: Address, renewals: readonly Renewal[]): PlannedBatch {
  const groups: (ChargeGroup<Renewal> & { items: Renewal[] })[] = [];
  for (const renewal of renewals) {
    const { chainMerchantId, tokenAddress: token } = renewal.claimed;
    const last = groups.at(-1);
    if (last?.chainMerchantId === chainMerchantId && last.token === token) last.items.push(renewal);
    else groups.push({ chainMerchantId, token, items: [renewal] });
  }
  const data = encodeChargeBatch(registry, groups);
  return { registry, groups, data, gas: chargeBatchGasLimit(groups.length, renewals.length) };
}

/** The charges of a batch, in its order. */
export function renewalsOf({ groups }: PlannedBatch): Renewal[] {
  return groups.flatMap(({ items }) => items);
}
