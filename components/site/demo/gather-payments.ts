import type { DemoWebhook } from "@/lib/contract/webhooks/demo-webhooks";

/** What the page knows of a payment. */
export interface DemoPayment {
  id: string;
  /** Digits in the token's smallest unit. */
  amount: string;
  currency: string;
  description: string | null;
  /** In the order of the events; each event once, as it came first. */
  webhooks: DemoWebhook[];
  /** Nothing more is expected of it. */
  ended: boolean;
}

/** A payment session, as far as the page shows it. */
export type CreatedSession = Pick<DemoPayment, "id" | "amount" | "currency" | "description">;

const ends = new Set(["payment.completed", "payment.failed"]);

/**
 * The payments that were created here, and those that webhooks tell of, newest first.
 * @param created newest first
 * @param webhooks newest first, as the receiver lists them
 */
export function gatherPayments(
  created: readonly CreatedSession[],
  webhooks: readonly DemoWebhook[],
): DemoPayment[] {
  const payments = new Map<string, DemoPayment>();
  for (const session of created) payments.set(session.id, begin(session));
  for (const webhook of webhooks) {
    const { resource, data } = webhook.body;
    const payment = payments.get(resource.id) ?? begin({ ...data.object, id: resource.id });
    payments.set(resource.id, payment);
    payment.webhooks = [webhook, ...payment.webhooks.filter(({ id }) => id !== webhook.id)];
  }
  for (const payment of payments.values()) {
    payment.webhooks.sort((one, other) => one.body.sequence - other.body.sequence);
    payment.ended = payment.webhooks.some(({ body }) => ends.has(body.type));
  }
  return [...payments.values()];
}

function begin({ id, amount, currency, description }: CreatedSession): DemoPayment {
  return { id, amount, currency, description, webhooks: [], ended: false };
}
