import type { ValueOf } from "@/chaos/worker/messages";
import { type Flow, pay } from "./relay-flows";
import { callerOf, type Order, type Stage } from "./stage";

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
export const invoiceFlows: Record<string, { flow: Flow; weight: number }> = {
  invoice: { flow: payInvoice, weight: 2 },
  voided: { flow: payWhileVoided, weight: 2 },
  "sent and voided": { flow: sendWhileVoided, weight: 1 },
};
