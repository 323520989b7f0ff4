import { Refusal } from "@/lib/core/errors";
import { approveJob } from "@/lib/domain/agents/jobs/approve-job";
import { cancelJob } from "@/lib/domain/agents/jobs/cancel-job";
import { createJob } from "@/lib/domain/agents/jobs/create-job";
import { createInvoice } from "@/lib/domain/invoices/create-invoice";
import { sendInvoice } from "@/lib/domain/invoices/send-invoice";
import { voidInvoice } from "@/lib/domain/invoices/void-invoice";
import { getSubmission } from "@/lib/domain/payments/intake/get-submission";
import type { RelayPaymentInput } from "@/lib/domain/payments/intake/payment-request";
import { relayPayment } from "@/lib/domain/payments/intake/relay-payment";
import { cancelSession } from "@/lib/domain/payments/sessions/cancel-session";
import { createSession } from "@/lib/domain/payments/sessions/create-session";
import { expireSession } from "@/lib/domain/payments/sessions/expire-session";
import { getSession } from "@/lib/domain/payments/sessions/get-session";
import type {
  Context,
  MerchantActor,
  PlatformActor,
  SessionActor,
} from "@/lib/domain/platform/context";
import { cancelRefund } from "@/lib/domain/refunds/cancel-refund";
import { createRefund } from "@/lib/domain/refunds/create-refund";
import { listRefunds } from "@/lib/domain/refunds/list-refunds";
import { recordRefundSignature } from "@/lib/domain/refunds/record-refund-signature";
import { checkoutProduct } from "@/lib/domain/storefronts/public/checkout-product";
import { cancelSubscription } from "@/lib/domain/subscriptions/cancel-subscription";
import type { RelaySubscriptionInput } from "@/lib/domain/subscriptions/enrolments/enrolment-request";
import { relaySubscription } from "@/lib/domain/subscriptions/enrolments/relay-subscription";
import { pauseSubscription } from "@/lib/domain/subscriptions/pause-subscription";
import { resumeSubscription } from "@/lib/domain/subscriptions/resume-subscription";

/** What clients may ask a worker for, as they would over HTTP. */
export const operations = {
  buyProduct: async (ctx: Context<MerchantActor>, input: { slug: string; productId: string }) => {
    const visitor = { ...ctx, actor: { kind: "public", ip: ctx.ip ?? "127.0.0.1" } } as const;
    const checkout = await checkoutProduct.prepare(visitor, input);
    const [opened] = await checkoutProduct.runAll(ctx.db, [checkout]);
    if (!opened || opened instanceof Refusal) throw opened;
    return getSession(ctx, { id: opened.sessionId ?? "" });
  },
  createSession: (ctx: Context<MerchantActor>, input: Parameters<typeof createSession>[1]) =>
    createSession(ctx, input),
  cancelSession: (ctx: Context<MerchantActor>, input: { id: string }) => cancelSession(ctx, input),
  expireSession: (ctx: Context<MerchantActor>, input: { id: string }) => expireSession(ctx, input),
  getSession: (ctx: Context<MerchantActor>, input: { id: string }) => getSession(ctx, input),
  getSubmission: (ctx: Context<MerchantActor>, input: { idempotencyKey: string }) =>
    getSubmission(ctx, input),
  createInvoice: (ctx: Context<MerchantActor>, input: Parameters<typeof createInvoice>[1]) =>
    createInvoice(ctx, input),
  sendInvoice: (ctx: Context<MerchantActor>, input: { id: string }) => sendInvoice(ctx, input),
  voidInvoice: (ctx: Context<MerchantActor>, input: { id: string }) => voidInvoice(ctx, input),
  createRefund: async (
    ctx: Context<MerchantActor>,
    input: Parameters<typeof createRefund.prepare>[1],
  ) => createRefund.run(ctx, input, await createRefund.prepare(ctx, input)),
  listRefunds: (ctx: Context<MerchantActor>, input: Parameters<typeof listRefunds>[1]) =>
    listRefunds(ctx, input),
  cancelRefund: (ctx: Context<MerchantActor>, input: { id: string }) => cancelRefund(ctx, input),
  recordRefundSignature: (
    ctx: Context<MerchantActor>,
    input: Parameters<typeof recordRefundSignature>[1],
  ) => recordRefundSignature(ctx, input),
  cancelSubscription: (ctx: Context<MerchantActor>, input: { id: string }) =>
    cancelSubscription(ctx, input),
  pauseSubscription: (ctx: Context<MerchantActor>, input: { id: string }) =>
    pauseSubscription(ctx, input),
  resumeSubscription: (ctx: Context<MerchantActor>, input: { id: string }) =>
    resumeSubscription(ctx, input),
  relaySubscription: async (ctx: Context<MerchantActor>, input: RelaySubscriptionInput) =>
    relaySubscription.run(ctx, input, await relaySubscription.prepare(ctx, input)),
  relayPayment: (ctx: Context<MerchantActor>, input: RelayPaymentInput) => relay(ctx, input),
  relayHosted: (ctx: Context<PlatformActor>, input: RelayPaymentInput) => relay(ctx, input),
  createJob: async (ctx: Context<MerchantActor>, input: Parameters<typeof createJob.prepare>[1]) =>
    createJob.run(ctx, input, await createJob.prepare(ctx, input)),
  approveJob: async (
    ctx: Context<MerchantActor>,
    input: Parameters<typeof approveJob.prepare>[1],
  ) => {
    const person = asPerson(ctx);
    return approveJob.run(person, input, await approveJob.prepare(person, input));
  },
  cancelJob: async (ctx: Context<MerchantActor>, input: Parameters<typeof cancelJob.prepare>[1]) =>
    cancelJob.run(ctx, input, await cancelJob.prepare(ctx, input)),
};
export type Operations = typeof operations;

async function relay(ctx: Context<MerchantActor | PlatformActor>, input: RelayPaymentInput) {
  const prepared = await relayPayment.prepare(ctx, input);
  return relayPayment.run(ctx, input, prepared);
}

/** The merchant's owner, who is signed in to the dashboard. */
function asPerson(ctx: Context<MerchantActor>): Context<SessionActor> {
  const { merchantId, mode } = ctx.actor;
  const actor = { kind: "session", merchantId, mode, userId: "usr_chaos", sessionId: "ses_chaos" };
  return { ...ctx, actor: actor as SessionActor };
}
