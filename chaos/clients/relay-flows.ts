import { chainIds } from "@/chaos/rig/accounts";
import { persistently } from "@/chaos/rig/persistently";
import { nonceOf, splitWithParity } from "./signed-payment";
import {
  callerOf,
  type Order,
  openSession,
  type Session,
  type Stage,
  secondPart,
  sign,
  submit,
} from "./stage";

/** One way in which a payment goes about. */
export type Flow = (stage: Stage, order: Order) => Promise<void>;

const keyOf = (order: Order, suffix = "") => `k.${order.index}${suffix}`;

/** Pays as most do. */
const payOnce: Flow = async (stage, order) => {
  const session = await openSession(stage, order);
  await pay(stage, order, session);
};

/** The same request many times at once, in two spellings, and once more later: one submission. */
const payRepeatedly: Flow = async (stage, order) => {
  const session = await openSession(stage, order);
  const payment = await sign(stage, order, session);
  const plain = { key: keyOf(order), sessionId: session.id };
  const spelled = { ...plain, signature: splitWithParity(payment.authSignature) };
  const sends = [plain, spelled, plain, plain].map((as) => submit(stage, order, payment, as));
  const answers = await Promise.all(sends);
  answers.push(await submit(stage, order, payment, plain));
  for (const answer of answers) {
    if (answer.kind === "refusal") {
      const { message } = answer.refusal;
      stage.ledger.complaints.push(`a repetition of ${keyOf(order)} was refused: ${message}`);
    }
  }
};

/** Without a session, whose lock would keep them apart: the key alone makes one submission of many. */
const payWithoutSession: Flow = async (stage, order) => {
  if (order.chainId !== chainIds.first) return payOnce(stage, order);
  const id = nonceOf("no session", order.index);
  const chainMerchantId = order.merchant.chainMerchantId[order.mode];
  const payment = await sign(stage, order, { id, chainMerchantId, ref: id });
  await Promise.all(
    Array.from({ length: 4 }, () => submit(stage, order, payment, { key: keyOf(order) })),
  );
};

/** A key that is used again for something else is refused. */
const reuseKey: Flow = async (stage, order) => {
  const session = await openSession(stage, order);
  await pay(stage, order, session);
  const other = await sign(stage, order, session, { counter: 1 });
  const again = { key: keyOf(order), sessionId: session.id };
  const answer = await submit(stage, order, other, again);
  if (answer.kind === "refusal" && answer.refusal.code === "idempotency_error") return;
  stage.ledger.complaints.push(`${keyOf(order)} took a second payload`);
};

/** One authorization under two keys at once is taken once. */
const payUnderTwoKeys: Flow = async (stage, order) => {
  const session = await openSession(stage, order);
  const payment = await sign(stage, order, session);
  const answers = await Promise.all(
    ["", ".other"].map((suffix) =>
      submit(stage, order, payment, { key: keyOf(order, suffix), sessionId: session.id }),
    ),
  );
  const taken = answers.filter((answer) => answer.kind === "value").length;
  if (taken !== 1) stage.ledger.complaints.push(`${keyOf(order)}: ${taken} keys hold one nonce`);
};

/** Signs in both forms, as two devices may: one of them is taken, and settled. */
const payInBothForms: Flow = async (stage, order) => {
  if (order.signatures === 2) return payOnce(stage, order);
  const session = await openSession(stage, order);
  const payments = await Promise.all(
    ([1, 2] as const).map((signatures) => sign(stage, order, session, { signatures })),
  );
  const answers = await Promise.all(
    payments.map((payment) =>
      submit(stage, order, payment, {
        key: keyOf(order, `.${payment.signatures}`),
        sessionId: session.id,
      }),
    ),
  );
  const taken = answers.filter((answer) => answer.kind === "value").length;
  if (taken !== 1) stage.ledger.complaints.push(`${keyOf(order)}: ${taken} forms were taken`);
};

/** Pays while the merchant cancels: one of the two wins. */
const payWhileCancelled: Flow = async (stage, order) => {
  const session = await openSession(stage, order);
  await Promise.all([pay(stage, order, session), close(stage, order, session, "cancelSession")]);
};

/** Pays in the moment in which the session runs out. */
const payWhileExpiring: Flow = async (stage, order) => {
  const session = await openSession(stage, order);
  await Promise.all([
    pay(stage, order, session),
    persistently(
      () => stage.db`update payment_sessions set expires_at = now() where id = ${session.id}`,
    ),
    close(stage, order, session, "expireSession"),
  ]);
};

/** Signatures for another amount, merchant or session than the request says are never taken. */
const payTampered: Flow = async (stage, order) => {
  const [session, other] = [await openSession(stage, order), await openSession(stage, order)];
  const payment = await sign(stage, order, session);
  const forgeries = [
    { ...payment, amount: payment.amount + 1n },
    { ...payment, merchantId: payment.merchantId + 1n },
    { ...payment, ref: other.ref },
    { ...payment, validBefore: payment.validBefore + 1n },
  ];
  for (const [at, forgery] of forgeries.entries()) {
    const key = keyOf(order, `.forged.${at}`);
    const answer = await submit(stage, order, forgery, { key, sessionId: session.id });
    if (answer.kind === "value" && answer.value.status !== "queued") {
      stage.ledger.complaints.push(`${key} was taken as ${answer.value.status}`);
    }
  }
  await pay(stage, order, session);
};

/** An authorization that ends soon: it is settled in time, or never. */
const payInHaste: Flow = async (stage, order) => {
  const session = await openSession(stage, order);
  const payment = await sign(stage, order, session, { validSeconds: 75n });
  await submit(stage, order, payment, { key: keyOf(order), sessionId: session.id });
};

/** Pays through the hosted page's own key. */
const payHosted: Flow = async (stage, order) => {
  const session = await openSession(stage, order);
  const payment = await sign(stage, order, session);
  const { payer, amount, validAfter, validBefore, nonce } = payment;
  const input = {
    merchantId: payment.merchantId,
    token: payment.token,
    ref: payment.ref,
    authSignature: payment.authSignature,
    ...secondPart(payment),
    idempotencyKey: `h.${order.index}`,
    auth: { from: payer, amount, validAfter, validBefore, nonce },
    sessionId: session.id,
  };
  const asked = { merchantId: null, mode: order.mode };
  const send = () => stage.api.ask("relayHosted", asked, input);
  const answers = await Promise.all([send(), send()]);
  const ids = answers.map((answer) => (answer.kind === "value" ? answer.value.id : null));
  if (new Set(ids).size !== 1) stage.ledger.complaints.push(`hosted key gave ${ids.join(", ")}`);
};

export async function pay(stage: Stage, order: Order, session: Session) {
  const payment = await sign(stage, order, session);
  return submit(stage, order, payment, { key: keyOf(order), sessionId: session.id });
}

async function close(
  stage: Stage,
  order: Order,
  session: Session,
  operation: "cancelSession" | "expireSession",
): Promise<void> {
  const answer = await stage.api.ask(operation, callerOf(order), { id: session.id });
  if (answer.kind === "value") stage.ledger.closed.set(session.id, order.chainId);
}

/** By name, with how often each is taken relative to the others. */
export const relayFlows: Record<string, { flow: Flow; weight: number }> = {
  once: { flow: payOnce, weight: 8 },
  repeated: { flow: payRepeatedly, weight: 4 },
  "no session": { flow: payWithoutSession, weight: 3 },
  "reused key": { flow: reuseKey, weight: 1 },
  "two keys": { flow: payUnderTwoKeys, weight: 2 },
  "both forms": { flow: payInBothForms, weight: 2 },
  cancelled: { flow: payWhileCancelled, weight: 2 },
  expiring: { flow: payWhileExpiring, weight: 2 },
  tampered: { flow: payTampered, weight: 1 },
  hasty: { flow: payInHaste, weight: 2 },
  hosted: { flow: payHosted, weight: 1 },
};
