import { registry } from "@/lib/contract/registry";
import { newId } from "@/lib/core/ids";
import type { Mode } from "@/lib/core/modes";
import { adminSamples } from "./admin-samples";
import { insertCommerce, jobSamples } from "./agent-samples";
import type { ApiMerchant, ApiTarget } from "./api-target";
import { deriveSamples, type Sample } from "./derive-samples";
import {
  hash,
  insertRefund,
  insertScreened,
  insertSubmission,
  insertSubscription,
  insertTransaction,
  sampleWallet,
} from "./money-rows";
import {
  challengeSamples,
  insertActivity,
  insertInspected,
  insertKeys,
  insertWebhook,
  keySamples,
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
  const { chains } = target;
  const deployment = chains.deployments.find((candidate) => candidate.mode === mode);
  if (!deployment) throw new Error(`no deployment for ${mode}`);
  const headers = { authorization: `Bearer ${merchant.keys[mode]}` };
  const create = (path: string, body: Record<string, unknown>) =>
    target.send({ method: "POST", path, headers, body });
  const sessionId = String((await create("/v1/payment-sessions", sessionSample)).body.id);
  const customerId = await insertCustomer(target, merchant.id, mode);
  const transactionId = await insertTransaction(target, merchant.id, mode, deployment);
  const heldId = await insertScreened(target, merchant.id, mode, deployment);
  const invoiceBody = { ...invoiceSample, customerEmail: "ada@example.com" };
  const invoice = await create("/v1/invoices", invoiceBody);
  const submissionKey = `sample-${newId("request")}`;
  await insertSubmission(target, merchant.id, mode, deployment, submissionKey);
  const refundId = await insertRefund(target, merchant.id, mode, deployment, transactionId);
  const planId = String((await create("/v1/subscription-plans", planSample)).body.id);
  const subscription = { merchantId: merchant.id, mode, deployment, planId };
  const subscriptionId = await insertSubscription(target, subscription);
  const keys = await insertKeys(target, merchant, mode);
  const webhook = await insertWebhook(target, merchant, mode, headers);
  await insertInspected(target, merchant, mode);
  await insertCommerce(target, merchant.id, mode, deployment);
  const ids = {
    "/v1/payment-sessions": sessionId,
    "/v1/invoices": String(invoice.body.id),
    "/v1/transactions": transactionId,
    "/v1/customers": customerId,
    "/v1/refunds": refundId,
    "/v1/subscription-plans": planId,
    "/v1/subscriptions": subscriptionId,
    "/v1/timelines": refundId,
    "/v1/webhook-endpoints": webhook.endpointId,
    "/v1/webhook-deliveries": webhook.deliveryId,
    "/v1/api-keys": keys.kept,
  };
  const others = await createOthers(target, headers, ids);
  return {
    ...deriveSamples({ ...others, ...ids }),
    ...ownSamples(subscriptionId, refundId, transactionId),
    ...holdSamples(heldId),
    ...jobSamples(others["/v1/agents/jobs"], merchant.id, mode),
    ...moneySamples(deployment.usdc, submissionKey),
    ...webhookSamples(webhook, mode),
    ...(await insertActivity(target, merchant, mode)),
    ...(await storefrontSamples(target, headers, mode)),
    ...keySamples(keys, mode),
    ...challengeSamples(target),
    ...merchantSamples,
    ...(await adminSamples(target)),
    syncMerchant: { body: { accessToken: merchant.session } },
    ...publicSamples(merchant.id, { sessionId, planId }, deployment.usdc),
  };
}

const ownSamples = (
  subscriptionId: string,
  refundId: string,
  transactionId: string,
): Record<string, Sample> => ({
  createSession: { body: { ...sessionSample, description: "Coffee" } },
  createInvoice: { body: invoiceSample },
  createPlan: { body: planSample },
  cancelSubscription: { ...own(subscriptionId), body: { reason: "Requested by email" } },
  createRefund: { body: { transactionId, amount: "1", reason: "other", note: "mine" } },
  recordRefundSignature: { ...own(refundId), body: { refundTxHash: hash(refundId) } },
  authorizeRefund: { ...own(refundId), body: { signature: `0x${"1b".repeat(65)}` } },
});

async function insertCustomer({ db }: ApiTarget, merchantId: string, mode: Mode): Promise<string> {
  const id = newId("customer");
  await db`insert into customers ${db({ id, merchantId, mode, walletAddress: sampleWallet.toLowerCase() })}`;
  await db`insert into customer_totals ${db({ merchantId, mode, currency: "USDC", customerId: id, spent: "5000000", payments: 1 })}`;
  return id;
}

/** The operator releases here: what is refused of it is the same at each try. */
const holdSamples = (transactionId: string): Record<string, Sample> => {
  const held = {
    params: { transactionId },
    owned: "transactionId",
    body: { reason: "Not served" },
  };
  return {
    listHolds: { query: { limit: "5" } },
    listMovements: { query: { limit: "5" }, table: "transactions" },
    refundHold: held,
    releaseHold: held,
  };
};

/** An object of each noun that `ids` does not name and that a merchant's key creates, by its derived body. */
async function createOthers(
  target: ApiTarget,
  headers: Record<string, string>,
  ids: Readonly<Record<string, string>>,
): Promise<Record<string, string>> {
  const bodies = deriveSamples({});
  const shown = new Set([...registry.values()].map(({ method, path }) => `${method} ${path}`));
  const created: Record<string, string> = {};
  for (const [name, { auth, method, path }] of registry) {
    if (auth !== "merchant" || method !== "POST" || ids[path]) continue;
    if (!shown.has(`GET ${path}/{id}`)) continue;
    const { body } = await target.send({ method, path, headers, body: bodies[name]?.body });
    if (body.id) created[path] = String(body.id);
  }
  return created;
}

const sessionSample = { amount: "5000000", currency: "USDC" };
const invoiceSample = {
  lineItems: [{ description: "Coffee", quantity: 2, unitAmount: "2500000" }],
  currency: "USDC",
};
const planSample = {
  name: "Membership",
  amount: "9000000",
  currency: "USDC",
  interval: "monthly",
};

function moneySamples(usdc: string, submissionKey: string): Record<string, Sample> {
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
    upsertCustomer: { body: { walletAddress: sampleWallet, email: "ada@example.com" } },
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
    requestSessionSigning: { params: { id: sessionId }, body: { payer: sampleWallet } },
    getPublicPlan: { params: { id: planId } },
    getPlanSubscription: { params: { id: planId }, query: { payer: sampleWallet } },
    recordPlanPayer: { params: { id: planId }, body: payer },
    requestPlanSigning: { params: { id: planId }, body: { payer: sampleWallet } },
    advanceClock: { body: { by: "1s" } },
  };
}
