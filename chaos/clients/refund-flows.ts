import { setTimeout as sleep } from "node:timers/promises";
import type { ValueOf } from "@/chaos/worker/messages";
import { type Flow, pay } from "./relay-flows";
import { callerOf, type Order, openSession, type Stage } from "./stage";

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
  const answers = await Promise.all([ask(), ask()]);
  const granted = answers.flatMap((answer) => (answer.kind === "value" ? [answer.value] : []));
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
export const refundFlows: Record<string, { flow: Flow; weight: number }> = {
  refunded: { flow: payAndRefund, weight: 3 },
};
