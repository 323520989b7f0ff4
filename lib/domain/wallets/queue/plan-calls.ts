import { batchGasLimit, payGasLimit, paySignedGasLimit } from "@/lib/adapters/chain/calls/call-gas";
import {
  encodePay,
  encodePaySigned,
  encodeSettleBatch,
  encodeSettleTermsBatch,
  fitsBatch,
  isSignedByKey,
  type PaymentGroup,
} from "@/lib/adapters/chain/calls/payment-calls";
import type { SignedPayment } from "@/lib/adapters/chain/calls/signed-payment";
import type { Address, Hex } from "@/lib/core/chain/hex";

/** A submission on its way into a transaction. */
export interface Item<Payment extends SignedPayment = SignedPayment> {
  readonly id: string;
  readonly payment: Payment;
  readonly payerHasCode: boolean;
}

/** Where an item stands in a call. */
export interface Place {
  readonly groupIndex: number;
  readonly itemIndex: number;
}

/** The functions that settle payments. */
export type SettlementKind =
  | ("settle_batch" | "pay" | "pay_signed")
  | ("settle_terms_batch" | "pay_terms" | "pay_terms_signed");

/** A call of the payment processor that settles items, before it has a nonce. */
export interface PlannedCall {
  /** Whose merchants are paid: a call names one registry. */
  readonly registry: Address;
  readonly kind: SettlementKind;
  readonly items: readonly (Item & Place)[];
  /** Of a batch; a single call has none. */
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
 * Plans the calls of one processor and registry that settle items, in the items' order: those of plain accounts together,
 * with one signature and with two in a batch each, grouped by merchant and token so that a group is paid out
 * in one transfer; payers with code, and numbers that a batch's item cannot hold, each alone.
 */
export function planCalls(registry: Address, items: readonly Item[]): Plan {
  const batched: Item[] = [];
  const alone: PlannedCall[] = [];
  const impossible: Item[] = [];
  for (const item of items) {
    if (fitsTogether(registry, item)) {
      batched.push(item);
      continue;
    }
    const call = planAlone(registry, item);
    if (call) alone.push(call);
    else impossible.push(item);
  }
  return { calls: [...planBatches(registry, batched), ...alone], impossible };
}

/** The same call without some of its items; null when none is left. */
export function withoutItems(call: PlannedCall, dropped: ReadonlySet<string>): PlannedCall | null {
  const kept = call.items.filter(({ id }) => !dropped.has(id));
  if (kept.length === call.items.length) return call;
  return planBatches(call.registry, kept)[0] ?? null;
}

function fitsTogether(registry: Address, { payment, payerHasCode }: Item): boolean {
  return (
    !payerHasCode && fitsBatch(payment) && encoded(() => encodePay(registry, payment)) !== null
  );
}

/** The functions for two signatures and for one take items of different forms. */
function planBatches(registry: Address, items: readonly Item[]): PlannedCall[] {
  const [intents, terms] = [items.flatMap(ofIntent), items.flatMap(ofTerms)];
  const calls: PlannedCall[] = [];
  if (terms.length > 0) {
    const { groups, placed } = grouped(terms);
    const data = encodeSettleTermsBatch(registry, groups);
    const gas = batchGasLimit(groups.length, placed.length);
    calls.push({ registry, kind: "settle_terms_batch", items: placed, groups, data, gas });
  }
  if (intents.length > 0) {
    const { groups, placed } = grouped(intents);
    const data = encodeSettleBatch(registry, groups);
    const gas = batchGasLimit(groups.length, placed.length);
    calls.push({ registry, kind: "settle_batch", items: placed, groups, data, gas });
  }
  return calls;
}

function ofIntent({ payment, ...item }: Item) {
  return payment.signatures === 2 ? [{ ...item, payment }] : [];
}

function ofTerms({ payment, ...item }: Item) {
  return payment.signatures === 1 ? [{ ...item, payment }] : [];
}

/** Groups by merchant and token, and where each item comes to stand in them. */
function grouped<Payment extends SignedPayment>(items: readonly Item<Payment>[]) {
  const groups = new Map<string, { merchantId: bigint; token: Address; payments: Payment[] }>();
  const placed = items.map((item): Item<Payment> & Place => {
    const { merchantId, token } = item.payment;
    const key = `${merchantId}:${token}`;
    const group = groups.get(key) ?? { merchantId, token, payments: [] };
    groups.set(key, group);
    group.payments.push(item.payment);
    const groupIndex = [...groups.keys()].indexOf(key);
    return { ...item, groupIndex, itemIndex: group.payments.length - 1 };
  });
  return { groups: [...groups.values()], placed };
}

function planAlone(registry: Address, item: Item): PlannedCall | null {
  const { payment, payerHasCode } = item;
  const plain = !payerHasCode && isSignedByKey(payment);
  const data = encoded(() =>
    plain ? encodePay(registry, payment) : encodePaySigned(registry, payment),
  );
  if (data === null) return null;
  const kinds =
    payment.signatures === 1
      ? (["pay_terms", "pay_terms_signed"] as const)
      : (["pay", "pay_signed"] as const);
  return {
    registry,
    kind: plain ? kinds[0] : kinds[1],
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
