import { keccak256, toHex } from "viem";
import { newId } from "@/lib/core/ids";
import type { Mode } from "@/lib/core/modes";
import { digits } from "@/lib/core/money";
import type { ApiMerchant, ApiTarget } from "./api-target";
import { hookUrl, insertWebhook } from "./webhook-rows";

/** A request that an endpoint accepts, and the ids in it that belong to somebody. */
export interface Sample {
  /** Values of the path's parameters. */
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: Record<string, unknown>;
  /** The path parameter that names a merchant's object; another merchant's must be 404. */
  owned?: string;
  /** Where a list's rows are. */
  table?: string;
}

const WALLET = "0x52908400098527886E0F7030069857D2E4169EE7";
const hash = (text: string) => keccak256(toHex(text));
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
  await db`insert into customers ${db({ id: customerId, merchantId: merchant.id, mode, walletAddress: WALLET.toLowerCase() })}`;
  const transactionId = await insertTransaction(target, merchant.id, mode, deployment);
  const submissionKey = `sample-${newId("request")}`;
  await insertSubmission(target, merchant.id, mode, deployment, submissionKey);
  const webhook = await insertWebhook(target, merchant, mode, headers);
  return {
    ...sessionSamples(sessionId),
    ...moneySamples(deployment.usdc, submissionKey, transactionId, customerId),
    ...webhookSamples(webhook, mode),
    ...publicSamples(merchant.id, sessionId, deployment.usdc),
  };
}

const own = (id: string): Sample => ({ params: { id }, owned: "id" });
const listOf = (table: string): Sample => ({ query: { limit: "5" }, table });

function sessionSamples(sessionId: string): Record<string, Sample> {
  return {
    createSession: { body: { amount: "5000000", currency: "USDC", description: "Coffee" } },
    listSessions: listOf("payment_sessions"),
    getSession: own(sessionId),
    cancelSession: own(sessionId),
    expireSession: own(sessionId),
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
        auth: { from: WALLET, amount: "1", validAfter: "0", validBefore: "1", nonce: hash("n") },
        ref: hash("ref"),
        authSignature: signature,
        intentSignature: signature,
      },
    },
    getSubmission: { params: { idempotencyKey: submissionKey }, owned: "idempotencyKey" },
    listTransactions: listOf("transactions"),
    getTransaction: own(transactionId),
    upsertCustomer: { body: { walletAddress: WALLET, email: "ada@example.com" } },
    listCustomers: listOf("customers"),
    getCustomer: own(customerId),
  };
}

function webhookSamples(
  { endpointId, deliveryId, replayId }: Record<"endpointId" | "deliveryId" | "replayId", string>,
  mode: Mode,
): Record<string, Sample> {
  const ownReplay = { params: { id: endpointId, replayId }, owned: "id" };
  return {
    updateWebhookEndpoint: { ...own(endpointId), body: { description: "mine" } },
    deleteWebhookEndpoint: own(endpointId),
    createWebhookReplay: { ...own(endpointId), body: { fromPosition: 1 } },
    getWebhookReplay: ownReplay,
    cancelWebhookReplay: ownReplay,
    createWebhookEndpoint: { body: { url: hookUrl, events: ["payment.completed"], mode } },
    listWebhookEndpoints: listOf("webhook_endpoints"),
    getWebhookEndpoint: own(endpointId),
    disableWebhookEndpoint: own(endpointId),
    enableWebhookEndpoint: own(endpointId),
    rotateWebhookSecret: own(endpointId),
    testWebhookEndpoint: own(endpointId),
    listWebhookDeliveries: listOf("webhook_deliveries"),
    getWebhookDelivery: own(deliveryId),
    replayWebhookDelivery: own(deliveryId),
    listEvents: listOf("events"),
    streamEvents: {},
  };
}

function publicSamples(merchantId: string, sessionId: string, usdc: string) {
  return {
    getToken: { params: { address: usdc } },
    getPermitNonce: { params: { address: usdc }, query: { owner: WALLET } },
    getMerchantCard: { params: { id: merchantId } },
    getPublicSession: { params: { id: sessionId } },
    recordSessionPayer: {
      params: { id: sessionId },
      body: { email: "ada@example.com", walletAddress: WALLET },
    },
    getSignedInMerchant: {},
    getOwnMerchant: {},
    getSignedInAdmin: {},
    health: {},
    ready: {},
  };
}

interface Settled {
  id: string;
  usdc: string;
  chainId: number;
}

async function insertTransaction(
  { db }: ApiTarget,
  merchantId: string,
  mode: Mode,
  deployment: Settled,
): Promise<string> {
  const id = newId("transaction");
  await db`insert into transactions ${db({
    id,
    merchantId,
    mode,
    deploymentId: deployment.id,
    type: "payment",
    status: "confirmed",
    amount: digits(5_000_000n),
    currency: "USDC",
    fee: digits(50_000n),
    netAmount: digits(4_950_000n),
    feeBps: 100,
    fromAddress: WALLET.toLowerCase(),
    toAddress: WALLET.toLowerCase(),
    tokenAddress: deployment.usdc,
    ref: hash(id),
    paymentId: hash(`${id} payment`),
    chainId: deployment.chainId,
    txHash: hash(`${id} tx`),
    logIndex: 0,
    blockNumber: 1n,
    blockTimestamp: new Date("2026-01-01T00:00:00Z"),
  })}`;
  return id;
}

async function insertSubmission(
  { db }: ApiTarget,
  merchantId: string,
  mode: Mode,
  deployment: Settled,
  idempotencyKey: string,
): Promise<void> {
  const id = newId("relaySubmission");
  await db`insert into relay_submissions ${db({
    id,
    merchantId,
    mode,
    origin: "api",
    idempotencyKey,
    requestHash: Buffer.alloc(32),
    kind: "payment",
    deploymentId: deployment.id,
    chainId: deployment.chainId,
    state: "rejected",
    chainMerchantId: "1",
    payer: WALLET.toLowerCase(),
    tokenAddress: deployment.usdc,
    amount: digits(1n),
    ref: hash(id),
    authNonce: hash(`${id} nonce`),
    validAfter: "0",
    validBefore: "1",
    authSignature: "0x00",
    intentSignature: "0x00",
    paymentId: hash(`${id} payment`),
  })}`;
}
