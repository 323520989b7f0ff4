import { newId } from "@/lib/core/ids";
import type { Mode } from "@/lib/core/modes";
import type { ApiMerchant, ApiTarget } from "./api-target";
import {
  hash,
  insertRefund,
  insertSubmission,
  insertSubscription,
  insertTransaction,
  sampleWallet,
} from "./money-rows";
import type { Sample } from "./sample-rows";
import {
  challengeSamples,
  insertInspected,
  insertKeys,
  insertWebhook,
  keySamples,
  listOf,
  merchantSamples,
  own,
  webhookSamples,
} from "./sample-rows";
import { storefrontSamples } from "./storefront-samples";

const signature = { v: 27, r: hash("r"), s: hash("s") };

/** Makes rows of every kind for a merchant, so that each endpoint has something to find. */
export async function makeSamples(
  target: ApiTarget,
  merchant: ApiMerchant,
  mode: Mode,
): Promise<Record<string, Sample>> {
  const { db, chains } = target;
  const deployment = chains.deployments.find((candidate) => candidate.mode === mode);
  if (!deployment) throw new Error(`no deployment for ${mode}`);
  const headers = { authorization: `Bearer ${merchant.keys[mode]}` };
  const created = await target.send({
    method: "POST",
    path: "/v1/payment-sessions",
    headers,
    body: { amount: "5000000", currency: "USDC" },
  });
  const sessionId = String(created.body.id);
  const customerId = newId("customer");
  await db`insert into customers ${db({ id: customerId, merchantId: merchant.id, mode, walletAddress: sampleWallet.toLowerCase() })}`;
  const transactionId = await insertTransaction(target, merchant.id, mode, deployment);
  const invoiceBody = { ...invoiceSample, customerEmail: "ada@example.com" };
  const invoice = await target.send({
    method: "POST",
    path: "/v1/invoices",
    headers,
    body: invoiceBody,
  });
  const submissionKey = `sample-${newId("request")}`;
  await insertSubmission(target, merchant.id, mode, deployment, submissionKey);
  const refundId = await insertRefund(target, merchant.id, mode, deployment, transactionId);
  const plan = await target.send({
    method: "POST",
    path: "/v1/subscription-plans",
    headers,
    body: planSample,
  });
  const planId = String(plan.body.id);
  const subscription = { merchantId: merchant.id, mode, deployment, planId };
  const subscriptionId = await insertSubscription(target, subscription);
  const keys = await insertKeys(target, merchant, mode);
  const webhook = await insertWebhook(target, merchant, mode, headers);
  await insertInspected(target, merchant, mode);
  return {
    ...sessionSamples(sessionId),
    ...invoiceSamples(String(invoice.body.id)),
    ...moneySamples(deployment.usdc, submissionKey, transactionId, customerId),
    ...refundSamples(refundId, transactionId),
    ...subscriptionSamples(planId, subscriptionId),
    ...webhookSamples(webhook, mode),
    ...(await storefrontSamples(target, headers, mode)),
    ...keySamples(keys, mode),
    ...challengeSamples(target),
    ...merchantSamples,
    search: { query: { q: "ada@example.com" } },
    syncMerchant: { body: { accessToken: merchant.session } },
    ...publicSamples(merchant.id, { sessionId, planId }, deployment.usdc),
  };
}

function sessionSamples(sessionId: string): Record<string, Sample> {
  return {
    createSession: { body: { amount: "5000000", currency: "USDC", description: "Coffee" } },
    listSessions: listOf("payment_sessions"),
    getSession: own(sessionId),
    cancelSession: own(sessionId),
    expireSession: own(sessionId),
  };
}

const invoiceSample = {
  lineItems: [{ description: "Coffee", quantity: 2, unitAmount: "2500000" }],
  currency: "USDC",
};

function invoiceSamples(invoiceId: string): Record<string, Sample> {
  return {
    createInvoice: { body: invoiceSample },
    listInvoices: listOf("invoices"),
    getInvoice: own(invoiceId),
    getInvoiceDocument: own(invoiceId),
    sendInvoice: own(invoiceId),
    voidInvoice: own(invoiceId),
    duplicateInvoice: own(invoiceId),
  };
}

function moneySamples(
  usdc: string,
  submissionKey: string,
  transactionId: string,
  customerId: string,
): Record<string, Sample> {
  return {
    relayPayment: {
      body: {
        idempotencyKey: "sample",
        merchantId: "1",
        token: usdc,
        auth: {
          from: sampleWallet,
          amount: "1",
          validAfter: "0",
          validBefore: "1",
          nonce: hash("n"),
        },
        ref: hash("ref"),
        authSignature: signature,
        intentSignature: signature,
      },
    },
    relaySubscription: {
      body: {
        idempotencyKey: "sample-subscription",
        merchantId: "1",
        token: usdc,
        amount: "9000000",
        interval: 2_592_000,
        startAt: "1",
        endAt: "2592001",
        permitData: { owner: sampleWallet, value: "9000000", deadline: "1" },
        permitSignature: signature,
        intentSignature: signature,
      },
    },
    getSubmission: { params: { idempotencyKey: submissionKey }, owned: "idempotencyKey" },
    listTransactions: listOf("transactions"),
    getTransaction: own(transactionId),
    upsertCustomer: { body: { walletAddress: sampleWallet, email: "ada@example.com" } },
    listCustomers: listOf("customers"),
    getCustomer: own(customerId),
  };
}

function refundSamples(refundId: string, transactionId: string): Record<string, Sample> {
  return {
    createRefund: { body: { transactionId, amount: "1", reason: "other", note: "mine" } },
    listRefunds: listOf("refunds"),
    getRefund: own(refundId),
    getTimeline: own(refundId),
    recordRefundSignature: { ...own(refundId), body: { refundTxHash: hash(refundId) } },
    cancelRefund: own(refundId),
  };
}

const planSample = {
  name: "Membership",
  amount: "9000000",
  currency: "USDC",
  interval: "monthly",
};

function subscriptionSamples(planId: string, subscriptionId: string): Record<string, Sample> {
  return {
    createPlan: { body: planSample },
    listPlans: listOf("subscription_plans"),
    getPlan: own(planId),
    archivePlan: own(planId),
    listSubscriptions: listOf("subscriptions"),
    getSubscription: own(subscriptionId),
    pauseSubscription: own(subscriptionId),
    resumeSubscription: own(subscriptionId),
    cancelSubscription: { ...own(subscriptionId), body: { reason: "Asked for by e-mail" } },
  };
}

function publicSamples(
  merchantId: string,
  { sessionId, planId }: Record<"sessionId" | "planId", string>,
  usdc: string,
) {
  const payer = { email: "ada@example.com", walletAddress: sampleWallet };
  return {
    getToken: { params: { address: usdc } },
    getPermitNonce: { params: { address: usdc }, query: { owner: sampleWallet } },
    getMerchantCard: { params: { id: merchantId } },
    getPublicSession: { params: { id: sessionId } },
    recordSessionPayer: { params: { id: sessionId }, body: payer },
    getPublicPlan: { params: { id: planId } },
    getPlanSubscription: { params: { id: planId }, query: { payer: sampleWallet } },
    recordPlanPayer: { params: { id: planId }, body: payer },
    advanceClock: { body: { by: "1s" } },
    getSignedInMerchant: {},
    getOwnMerchant: {},
    getSignedInAdmin: {},
    health: {},
    ready: {},
  };
}
