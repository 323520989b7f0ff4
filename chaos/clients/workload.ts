import { setTimeout as sleep } from "node:timers/promises";
import { type Account, chainIds } from "@/chaos/rig/accounts";
import type { Dice } from "@/chaos/seeded";
import type { ValueOf } from "@/chaos/worker/messages";
import { chainFlows } from "./chain-flows";
import { type Flow, pay, relayFlows } from "./relay-flows";
import { shopFlows } from "./shop-flows";
import { type ChaosMerchant, callerOf, type Order, openSession, type Stage } from "./stage";

/** How the payments of a run are made up. */
export interface WorkloadPlan {
  payments: number;
  /** How much more often payments reach the chain without the relay. */
  directFactor: number;
  merchants: readonly ChaosMerchant[];
  /** Rich ones. */
  payers: readonly Account[];
  /** Each owns what one payment costs, and pays once. */
  spenders: readonly Account[];
}

/** What a spender owns, smallest unit. */
export const SPENDER_AMOUNT = 5_000_000n;
const LIVE_CHANCE = 0.2;
/** The part of all orders that comes once the second chain is halted. */
const LAST_SHARE = 0.2;
/** Of the payments of test mode, on the second chain. */
const SECOND_CHAIN_CHANCE = 0.3;
const EURC_CHANCE = 0.25;
/** Of the payments. */
const ONE_SIGNATURE_CHANCE = 0.6;
/** What each run has at least, by its place. */
const certain: Readonly<Record<number, string>> = {
  2: "refunded",
  5: "invoice",
  8: "voided",
  11: "shop",
  14: "shop",
};

type Invoice = ValueOf<"createInvoice">;

/** Bills the order's amount. @returns the draft; one that an answer was lost of stays one */
async function bill(stage: Stage, order: Order): Promise<Invoice> {
  const { amount, currency, chainId } = order;
  const answer = await stage.api.ask("createInvoice", callerOf(order), {
    lineItems: [{ description: "Work", quantity: 1, unitAmount: amount }],
    currency,
    chainId,
    customerEmail: `customer-${order.index}@example.com`,
  });
  if (answer.kind === "value") return answer.value;
  throw new Error(`No invoice: ${answer.refusal.message}`);
}

async function sessionOf(stage: Stage, order: Order, { sessionId }: Invoice) {
  const answer = await stage.api.ask("getSession", callerOf(order), { id: sessionId });
  if (answer.kind === "value") return answer.value;
  throw new Error(`The invoice's session: ${answer.refusal.message}`);
}

/** Sends an invoice; a repetition whose first answer was lost is a reminder that comes too early. */
async function send(stage: Stage, order: Order, { id }: Invoice): Promise<void> {
  const answer = await stage.api.ask("sendInvoice", callerOf(order), { id });
  if (answer.kind === "value" || answer.refusal.reason === "mailed_recently") return;
  stage.ledger.complaints.push(`invoice ${id} was not sent: ${answer.refusal.message}`);
}

/** Bills, sends, and is paid. */
const payInvoice: Flow = async (stage, order) => {
  const invoice = await bill(stage, order);
  await send(stage, order, invoice);
  await pay(stage, order, await sessionOf(stage, order, invoice));
};

/** The merchant voids the invoice while it is paid: one of the two wins. */
const payWhileVoided: Flow = async (stage, order) => {
  const invoice = await bill(stage, order);
  await send(stage, order, invoice);
  const session = await sessionOf(stage, order, invoice);
  const [, answer] = await Promise.all([
    pay(stage, order, session),
    stage.api.ask("voidInvoice", callerOf(order), { id: invoice.id }),
  ]);
  if (answer.kind === "value") stage.ledger.voided.add(invoice.id);
};

/** Sends and voids at the same time: it ends void, or sent. */
const sendWhileVoided: Flow = async (stage, order) => {
  const { id } = await bill(stage, order);
  const [, answer] = await Promise.all([
    stage.api.ask("sendInvoice", callerOf(order), { id }),
    stage.api.ask("voidInvoice", callerOf(order), { id }),
  ]);
  if (answer.kind === "value") stage.ledger.voided.add(id);
};

/** By name, with how often each is taken relative to the others. */
const invoiceFlows: Record<string, { flow: Flow; weight: number }> = {
  invoice: { flow: payInvoice, weight: 2 },
  voided: { flow: payWhileVoided, weight: 2 },
  "sent and voided": { flow: sendWhileVoided, weight: 1 },
};

type Refund = ValueOf<"createRefund">;

const LOOK_MS = 500;
/** Longer than faults last, and what is left is healed. */
const PATIENCE_MS = 180_000;
/** Of the payment, in hundredths: two of these are more than it. */
const SHARE = 60n;
const HURRY_CHANCE = 0.3;
const TELL_CHANCE = 0.6;
const GIVE_UP_CHANCE = 0.15;

/**
 * Pays, and once that is final the merchant asks for two refunds at once that exceed the payment together. What is
 * granted its wallet sends as the instructions say; some it thinks better of.
 */
const payAndRefund: Flow = async (stage, order) => {
  const session = await openSession(stage, order);
  await pay(stage, order, session);
  const transactionId = await finalPayment(stage, order, session.id);
  if (!transactionId) return;
  const amount = (order.amount * SHARE) / 100n;
  const ask = () =>
    stage.api.ask("createRefund", callerOf(order), {
      transactionId,
      amount,
      reason: "customer_request",
    });
  await Promise.all([ask(), ask()]);
  const granted = await refundsOf(stage, order, transactionId);
  if (granted.length > 1) {
    stage.ledger.complaints.push(`${transactionId}: two refunds exceed it together`);
  }
  for (const refund of granted) await sendOrCancel(stage, order, refund);
};

/** The payment of a session, once it is final; null when the session ends without one. */
async function finalPayment(stage: Stage, order: Order, id: string): Promise<string | null> {
  const giveUpAt = Date.now() + PATIENCE_MS;
  while (Date.now() < giveUpAt) {
    const answer = await stage.api.ask("getSession", callerOf(order), { id });
    if (answer.kind === "refusal") return null;
    const { status, payment, transactionId } = answer.value;
    if (status === "cancelled" || status === "expired") return null;
    if (payment?.state === "final") return transactionId;
    await sleep(LOOK_MS);
  }
  return null;
}

/**
 * What was granted of a payment. Read from the list: the answer that granted a refund can be lost, and the
 * repetition of its request is then refused for want of money.
 */
async function refundsOf(stage: Stage, order: Order, transactionId: string): Promise<Refund[]> {
  const answer = await stage.api.ask("listRefunds", callerOf(order), { transactionId, limit: 20 });
  if (answer.kind === "value") return answer.value.data;
  throw new Error(`No list of refunds: ${answer.refusal.message}`);
}

async function sendOrCancel(stage: Stage, order: Order, refund: Refund): Promise<void> {
  const { id, instructions } = refund;
  if (stage.dice.roll("gives up", order.index) < GIVE_UP_CHANCE) {
    await stage.api.ask("cancelRefund", callerOf(order), { id });
    return;
  }
  const calls = instructions?.steps.map(({ to, data }) => ({ to, data })) ?? [];
  if (calls.length === 0) {
    stage.ledger.complaints.push(`refund ${id} has no instructions`);
    return;
  }
  const isHurried = stage.dice.roll("hurries", order.index) < HURRY_CHANCE;
  const wallets = stage.wallets.get(order.chainId);
  const hash = await wallets?.send(order.merchant.wallet, calls, isHurried);
  stage.ledger.sentRefunds.add(id);
  if (hash && stage.dice.roll("tells", order.index) < TELL_CHANCE) {
    await stage.api.ask("recordRefundSignature", callerOf(order), { id, refundTxHash: hash });
  }
}

/** By name, with how often each is taken relative to the others. */
const refundFlows: Record<string, { flow: Flow; weight: number }> = {
  refunded: { flow: payAndRefund, weight: 3 },
};

const flows = { ...relayFlows, ...chainFlows, ...invoiceFlows, ...refundFlows, ...shopFlows };

/** The payments of a run, fixed by the seed. */
export function planOrders(plan: WorkloadPlan, dice: Dice): Order[] {
  const kinds = Object.entries(flows).flatMap(([kind, { weight }]) =>
    Array.from({ length: kind in chainFlows ? weight * plan.directFactor : weight }, () => kind),
  );
  const spenders = [...plan.spenders];
  return Array.from({ length: plan.payments }, (_, index) => {
    const drawn = certain[index] ?? dice.pick(kinds, "kind", index);
    const spender = drawn === "spent" ? spenders.pop() : undefined;
    const isLive = dice.roll("mode", index) < LIVE_CHANCE;
    // The second chain loses a final block, and with it what a merchant's wallet has proved.
    const canMove = !isLive && !spender && drawn !== "refunded";
    const isSecond = canMove && dice.roll("chain", index) < SECOND_CHAIN_CHANCE;
    const isOne = dice.roll("signatures", index) < ONE_SIGNATURE_CHANCE;
    const isEuro = !spender && dice.roll("currency", index) < EURC_CHANCE;
    return {
      index,
      kind: drawn === "spent" && !spender ? "once" : drawn,
      merchant: dice.pick(plan.merchants, "merchant", index),
      mode: isLive ? "live" : "test",
      chainId: isSecond ? chainIds.second : chainIds.first,
      currency: isEuro ? "EURC" : "USDC",
      signatures: isOne ? 1 : 2,
      payer: spender ?? dice.pick(plan.payers, "payer", index),
      amount: spender ? SPENDER_AMOUNT : BigInt(dice.between(10_000, 90_000_000, "amount", index)),
    };
  });
}

/**
 * Starts the orders one by one over the time that the plan gives; settles when all have ended.
 * @param halted before it settles the last ones are not started
 */
export async function runOrders(
  stage: Stage,
  orders: readonly Order[],
  seconds: number,
  halted: Promise<void>,
): Promise<void> {
  const stepMs = (seconds * 1_000) / Math.max(1, orders.length);
  await Promise.all(
    orders.map(async (order, at) => {
      await sleep(at * stepMs);
      if (at >= orders.length * (1 - LAST_SHARE)) await halted;
      await flows[order.kind]?.flow(stage, order);
    }),
  );
}
