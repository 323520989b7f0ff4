import { encodeFunctionData } from "viem";
import { fiatTokenAbi } from "@/lib/adapters/chain/abi/fiat-token";
import { localFiatTokenAbi } from "@/lib/adapters/chain/abi/local-fiat-token";
import { encodePay, encodePaySigned } from "@/lib/adapters/chain/calls/payment-calls";
import type { SignedPayment } from "@/lib/adapters/chain/calls/signed-payment";
import { addressOf } from "@/lib/adapters/chain/chains";
import type { Flow } from "./relay-flows";
import { signCancellation } from "./signed-payment";
import { courierOf, type Order, openSession, type Stage, sign, submit, tokenOf } from "./stage";

const INSIST_CHANCE = 0.7;

/** Brings a payer's signatures to the chain without the relay. */
async function settleDirectly(stage: Stage, order: Order, payment: SignedPayment): Promise<void> {
  const { deployment } = tokenOf(stage, order);
  const registry = addressOf(deployment, "registry");
  const data = order.payer.hasCode
    ? encodePaySigned(registry, payment)
    : encodePay(registry, payment);
  const insists = stage.dice.roll("insists", order.index) < INSIST_CHANCE;
  const to = addressOf(deployment, "processor");
  const hash = await courierOf(stage, order).carry({ to, data }, insists);
  if (!insists) stage.ledger.sentOnce.add(hash);
}

/** Pays the contract itself. */
const payDirectly: Flow = async (stage, order) => {
  const session = await openSession(stage, order);
  await settleDirectly(stage, order, await sign(stage, order, session));
};

/** A stranger brings the relayed signatures to the chain as well. */
const payOvertaken: Flow = async (stage, order) => {
  const session = await openSession(stage, order);
  const payment = await sign(stage, order, session);
  await Promise.all([
    submit(stage, order, payment, { key: `k.${order.index}`, sessionId: session.id }),
    settleDirectly(stage, order, payment),
  ]);
};

/** The payer withdraws its authorization after it was relayed. */
const payWithdrawn: Flow = async (stage, order) => {
  const session = await openSession(stage, order);
  const payment = await sign(stage, order, session);
  await submit(stage, order, payment, { key: `k.${order.index}`, sessionId: session.id });
  const { token } = tokenOf(stage, order);
  const { v, r, s } = await signCancellation(order.payer, token, payment.nonce);
  const data = encodeFunctionData({
    abi: fiatTokenAbi,
    functionName: "cancelAuthorization",
    args: [order.payer.address, payment.nonce, v, r, s],
  });
  await courierOf(stage, order).carry({ to: token.address, data }, true);
};

/** Too little or too much comes first, then what was asked for. */
const payWrongAmount: Flow = async (stage, order) => {
  const session = await openSession(stage, order);
  const amount = order.index % 2 === 0 ? order.amount - 1n : order.amount + 1n;
  const wrong = await sign(stage, order, session, { amount, counter: 1 });
  await settleDirectly(stage, order, wrong);
  const right = await sign(stage, order, session);
  await submit(stage, order, right, { key: `k.${order.index}`, sessionId: session.id });
};

/** Somebody pays another merchant with this session's ref, then the payer pays this one. */
const payWrongMerchant: Flow = async (stage, order) => {
  const session = await openSession(stage, order);
  const other = stage.merchants.find(({ id }) => id !== order.merchant.id);
  const merchantId = other?.chainMerchantId[order.mode];
  const wrong = await sign(stage, order, session, { merchantId, counter: 1 });
  await settleDirectly(stage, order, wrong);
  const right = await sign(stage, order, session);
  await submit(stage, order, right, { key: `k.${order.index}`, sessionId: session.id });
};

/** Two payments that are both right: one confirms the session, the other is a duplicate. */
const payTwice: Flow = async (stage, order) => {
  const session = await openSession(stage, order);
  const first = await sign(stage, order, session);
  const second = await sign(stage, order, session, { counter: 1 });
  await Promise.all([
    submit(stage, order, first, { key: `k.${order.index}`, sessionId: session.id }),
    settleDirectly(stage, order, second),
  ]);
};

/** The payer spends all its money elsewhere after it was promised. */
const paySpent: Flow = async (stage, order) => {
  const session = await openSession(stage, order);
  const payment = await sign(stage, order, session);
  await submit(stage, order, payment, { key: `k.${order.index}`, sessionId: session.id });
  const data = encodeFunctionData({
    abi: localFiatTokenAbi,
    functionName: "transfer",
    args: [order.merchant.payout, order.amount],
  });
  const { token } = tokenOf(stage, order);
  await courierOf(stage, order).carry({ to: token.address, data }, true, order.payer);
};

/** By name, with how often each is taken relative to the others. */
export const chainFlows: Record<string, { flow: Flow; weight: number }> = {
  direct: { flow: payDirectly, weight: 3 },
  overtaken: { flow: payOvertaken, weight: 2 },
  withdrawn: { flow: payWithdrawn, weight: 2 },
  "wrong amount": { flow: payWrongAmount, weight: 2 },
  "wrong merchant": { flow: payWrongMerchant, weight: 1 },
  twice: { flow: payTwice, weight: 2 },
  spent: { flow: paySpent, weight: 2 },
};
