import type { slotKinds } from "@/db/schema/relay";
import {
  batchGasLimit,
  encodePay,
  encodePaySigned,
  encodeSettleBatch,
  fitsBatch,
  type PaymentGroup,
  payGasLimit,
  paySignedGasLimit,
  type SignedPayment,
} from "@/lib/adapters/chain/payment-calls";
import { isEcdsaSignature } from "@/lib/adapters/chain/signatures";
import type { Hex } from "@/lib/core/hex";

/** A submission on its way into a transaction. */
export interface Item {
  readonly id: string;
  readonly payment: SignedPayment;
  readonly payerHasCode: boolean;
}

/** Where an item stands in a call. */
export interface PlacedItem extends Item {
  readonly groupIndex: number;
  readonly itemIndex: number;
}

/** A call of the payment processor that settles items, before it has a nonce. */
export interface PlannedCall {
  readonly kind: (typeof slotKinds)[number];
  readonly items: readonly PlacedItem[];
  /** Of `settleBatch`; a single call has none. */
  readonly groups: readonly PaymentGroup[];
  readonly data: Hex;
  /** The transaction's gas, by formula. */
  readonly gas: bigint;
}

/** The calls that settle items, and the items that no call can carry. */
export interface Plan {
  readonly calls: readonly PlannedCall[];
  readonly impossible: readonly Item[];
}

/**
 * Plans the calls that settle items, in the items' order: those of plain accounts together, grouped by
 * merchant and token so that a group is paid out in one transfer; payers with code, and numbers that a
 * batch's item cannot hold, each alone.
 */
export function planCalls(items: readonly Item[]): Plan {
  const batched: Item[] = [];
  const alone: PlannedCall[] = [];
  const impossible: Item[] = [];
  for (const item of items) {
    if (fitsTogether(item)) {
      batched.push(item);
      continue;
    }
    const call = planAlone(item);
    if (call) alone.push(call);
    else impossible.push(item);
  }
  return { calls: batched.length > 0 ? [planBatch(batched), ...alone] : alone, impossible };
}

/** The same call without some of its items; null when none is left. */
export function withoutItems(call: PlannedCall, dropped: ReadonlySet<string>): PlannedCall | null {
  const kept = call.items.filter(({ id }) => !dropped.has(id));
  if (kept.length === call.items.length) return call;
  return kept.length === 0 ? null : planBatch(kept);
}

function fitsTogether({ payment, payerHasCode }: Item): boolean {
  return !payerHasCode && fitsBatch(payment) && encoded(() => encodePay(payment)) !== null;
}

function planBatch(items: readonly Item[]): PlannedCall {
  const groups = new Map<string, { merchantId: bigint; token: Hex; payments: SignedPayment[] }>();
  const placed = items.map((item): PlacedItem => {
    const { merchantId, token } = item.payment;
    const key = `${merchantId}:${token}`;
    const group = groups.get(key) ?? { merchantId, token, payments: [] };
    groups.set(key, group);
    group.payments.push(item.payment);
    const groupIndex = [...groups.keys()].indexOf(key);
    return { ...item, groupIndex, itemIndex: group.payments.length - 1 };
  });
  const list = [...groups.values()];
  return {
    kind: "settle_batch",
    items: placed,
    groups: list,
    data: encodeSettleBatch(list),
    gas: batchGasLimit(list.length, placed.length),
  };
}

function planAlone(item: Item): PlannedCall | null {
  const { payment, payerHasCode } = item;
  const plain =
    !payerHasCode &&
    isEcdsaSignature(payment.authSignature) &&
    isEcdsaSignature(payment.intentSignature);
  const data = encoded(() => (plain ? encodePay(payment) : encodePaySigned(payment)));
  if (data === null) return null;
  return {
    kind: plain ? "pay" : "pay_signed",
    items: [{ ...item, groupIndex: 0, itemIndex: 0 }],
    groups: [],
    data,
    gas: plain ? payGasLimit : paySignedGasLimit,
  };
}

/** A number or a signature out of its range rejects its own item, never the ones beside it. */
function encoded(encode: () => Hex): Hex | null {
  try {
    return encode();
  } catch {
    return null;
  }
}
