import type { Page } from "@playwright/test";
import { generatePrivateKey, privateKeyToAddress } from "viem/accounts";
import { payByApi, waitUntilClosed } from "@/cli/src/pay/pay-by-api";
import { fund, fundedKey } from "./fund";
import { injectWallet } from "./injected-wallet";
import { payPage } from "./pay-page";
import { createPlan, signAndSubscribe, subscribed, subscriptionsOf } from "./plans";
import { createSession, merchantApi, type Stack } from "./stack";

/** A payment that is final. */
async function paid(stack: Stack, description: string) {
  const api = merchantApi(stack);
  const created = await createSession(stack, { description, amount: "49000001" });
  await payByApi(api, created, fundedKey(stack));
  const session = await waitUntilClosed(api, created.id);
  return { session, transaction: await api.transactions.get({ id: session.transactionId ?? "" }) };
}

/** A plan that somebody has subscribed to. */
async function subscribedPlan(page: Page, stack: Stack) {
  const plan = await createPlan(stack, { amount: "1000000", name: `Tea club ${Date.now()}` });
  const payer = await page.context().newPage();
  const privateKey = generatePrivateKey();
  const wallet = await injectWallet(payer, { chainId: stack.chainId, privateKey });
  await fund(stack, wallet.account.address, 4_000_000n);
  await payer.goto(plan.checkoutUrl);
  await payPage(payer).choose("Example Wallet");
  await signAndSubscribe(payer);
  await subscribed(payer);
  await payer.close();
  const [subscription] = await subscriptionsOf(stack, plan);
  if (!subscription) throw new Error("somebody has subscribed");
  return { plan, subscription };
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
