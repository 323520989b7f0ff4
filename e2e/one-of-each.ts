import type { Page } from "@playwright/test";
import { generatePrivateKey, privateKeyToAddress } from "viem/accounts";
import { payByApi, waitUntilClosed } from "@/cli/src/pay/pay-by-api";
import { fundedKey } from "./fund";
import { subscribedPlan } from "./plans";
import { createSession, merchantApi, type Stack } from "./stack";

/** A payment that is final. */
async function paid(stack: Stack, description: string) {
  const api = merchantApi(stack);
  const created = await createSession(stack, { description, amount: "49000001" });
  await payByApi(api, created, fundedKey(stack));
  const session = await waitUntilClosed(api, created.id);
  return { session, transaction: await api.transactions.get({ id: session.transactionId ?? "" }) };
}

/** Something of each kind that has a list. @param description of the payment */
export async function makeOneOfEach(page: Page, stack: Stack, description: string) {
  const api = merchantApi(stack);
  const { session, transaction } = await paid(stack, description);
  const refund = await api.refunds.create({
    transactionId: transaction.id,
    amount: "1000000",
    reason: "customer_request",
  });
  const walletAddress = privateKeyToAddress(generatePrivateKey());
  const customer = await api.customers.upsert({ walletAddress, name: "Ada" });
  const invoice = await api.invoices.create({
    currency: "USDC",
    customerName: "Ada",
    lineItems: [{ description: "Consulting", quantity: 1, unitAmount: "95000000" }],
  });
  const endpoint = await api.webhookEndpoints.create({
    url: "http://127.0.0.1:9/hook",
    events: ["payment.completed"],
    mode: "test",
  });
  const { plan, subscription } = await subscribedPlan(page, stack);
  return { session, transaction, refund, customer, invoice, endpoint, plan, subscription };
}
