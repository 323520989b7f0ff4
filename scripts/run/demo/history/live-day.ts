import type { Hex } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { payByApi } from "@/cli/src/pay/pay-by-api";
import { signSubscription } from "@/sdk/src/payer/sign-subscription";
import type { Invoice, PaymentSession, SubscriptionPlan } from "@/sdk/src/types.generated";
import type { Business, Buyer } from "./business";

/** What is still to happen because of earlier days. */
export interface Ahead {
  /** Paid, and not refunded. */
  readonly paid: PaymentSession[];
  /** Sent, and not paid. */
  readonly invoices: { readonly invoice: Invoice; readonly payOn: number }[];
  joined: number;
  billed: number;
}

const menu = [
  { description: "Two espressos and a croissant", amount: "9400000", currency: "USDC" },
  { description: "Sidamo, 250 g", amount: "14500000", currency: "USDC" },
  { description: "Hario V60 set", amount: "49000000", currency: "USDC" },
  { description: "House blend, 1 kg", amount: "32000000", currency: "USDC" },
  { description: "Barista course, half a day", amount: "120000000", currency: "USDC" },
  { description: "Filter papers, 100", amount: "6500000", currency: "EURC" },
  { description: "Cold brew bottles, 6", amount: "21000000", currency: "EURC" },
] as const;

const REFUND_EACH = 8;
const INVOICE_EACH = 6;
const JOIN_EACH = 7;
const CYCLES = 12;

/** A day's orders, refunds, invoices and subscribers. @returns how many orders were paid */
export async function liveDay(business: Business, ahead: Ahead, day: number): Promise<number> {
  if (day % REFUND_EACH === REFUND_EACH - 1) await refundOne(business, ahead);
  if (day % INVOICE_EACH === 2) await sendInvoice(business, ahead, day);
  await payInvoices(business, ahead, day);
  if (day % JOIN_EACH === 1) await join(business, ahead);
  return takeOrders(business, ahead, day);
}

async function takeOrders(business: Business, ahead: Ahead, day: number): Promise<number> {
  const { roll } = business;
  const orders = 1 + Math.floor(roll() * 3 + day / 45);
  const fates = Array.from({ length: orders }, () => ({
    item: pick(menu, roll),
    buyer: pick(business.buyers, roll),
    fate: roll(),
  }));
  const paid = await Promise.all(fates.map((order) => placeOrder(business, order)));
  const found = paid.filter((session) => session !== null);
  ahead.paid.push(...found);
  return found.length;
}

interface Order {
  readonly item: (typeof menu)[number];
  readonly buyer: Buyer;
  /** From 0 up to 1: left to expire, cancelled, or paid. */
  readonly fate: number;
}

async function placeOrder(business: Business, { item, buyer, fate }: Order) {
  const { api } = business;
  const session = await api.paymentSessions.create(item);
  if (fate < 0.1) return null;
  if (fate < 0.14) {
    await api.paymentSessions.cancel({ id: session.id });
    return null;
  }
  await pay(business, session, buyer);
  return session;
}

/** The merchant's wallet sends half of a payment back. */
async function refundOne({ api, merchant }: Business, ahead: Ahead): Promise<void> {
  const session = ahead.paid.shift();
  if (!session) return;
  const { data } = await api.transactions.list({ sessionId: session.id });
  const [payment] = data.filter(({ status }) => status === "confirmed");
  if (!payment) return;
  const refund = await api.refunds.create({
    transactionId: payment.id,
    amount: String(BigInt(session.amount) / 2n),
    reason: "product_issue",
    note: "Arrived damaged",
  });
  for (const { to, data: call, value } of refund.instructions?.steps ?? []) {
    const sent = { to: to as Hex, data: call as Hex, value: BigInt(value), chain: null };
    await merchant.settle(await merchant.client.sendTransaction(sent));
  }
}

async function sendInvoice({ api }: Business, ahead: Ahead, day: number): Promise<void> {
  const draft = await api.invoices.create({
    currency: "USDC",
    customerName: "Norte Coworking",
    customerEmail: "accounts@norte.example",
    dueInDays: 7,
    lineItems: [
      { description: "Coffee service", quantity: 4, unitAmount: "45000000", unit: "week" },
      { description: "Machine rental", quantity: 1, unitAmount: "60000000" },
    ],
  });
  const invoice = await api.invoices.send({ id: draft.id });
  // Most are paid in time, each third one late, and each eighth never.
  ahead.billed += 1;
  if (ahead.billed % 8 === 0) return;
  ahead.invoices.push({ invoice, payOn: day + (ahead.billed % 3 === 0 ? 11 : 3) });
}

async function payInvoices(business: Business, ahead: Ahead, day: number): Promise<void> {
  const { api } = business;
  const [buyer] = business.buyers;
  const due = ahead.invoices.filter(({ payOn }) => payOn === day);
  for (const { invoice } of due) {
    if (!buyer || !invoice.sessionId) continue;
    await pay(business, await api.paymentSessions.get({ id: invoice.sessionId }), buyer);
  }
}

/** Signed for an hour of the chain, whose time is in the past. */
async function pay(
  { api, chainTime }: Business,
  session: PaymentSession,
  buyer: Buyer,
): Promise<void> {
  await payByApi(api, session, buyer.key, (await chainTime()) + 3_600n);
}

/** The next subscriber joins: every third one the weekly plan. */
async function join(business: Business, ahead: Ahead): Promise<void> {
  const subscriber = business.subscribers[ahead.joined];
  if (!subscriber) return;
  const [monthly, weekly] = business.plans;
  await subscribe(business, subscriber, ahead.joined % 3 === 2 ? weekly : monthly);
  ahead.joined += 1;
}

async function subscribe(
  { api, chainTime }: Business,
  { key, address }: Buyer,
  plan: SubscriptionPlan,
) {
  const { chainId } = plan;
  const at = { address: plan.tokenAddress, chainId };
  const token = await api.tokens.get(at);
  const { nonce: permitNonce } = await api.tokens.getPermitNonce({ ...at, owner: address });
  const signed = await signSubscription(privateKeyToAccount(key), {
    plan: await api.checkout.getPlan({ id: plan.id }),
    token,
    permitNonce,
    agreed: { cycles: CYCLES, amount: plan.amount },
    now: await chainTime(),
  });
  await api.relay.subscribe(signed);
}

function pick<T>(from: readonly T[], roll: () => number): T {
  const found = from[Math.floor(roll() * from.length)];
  if (found === undefined) throw new Error("there is one to pick");
  return found;
}
