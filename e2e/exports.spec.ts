import { readFileSync } from "node:fs";
import { expect, type Page, test } from "@playwright/test";
import { generatePrivateKey, privateKeyToAddress } from "viem/accounts";
import { fund } from "./fund";
import { injectWallet } from "./injected-wallet";
import { openAsOwner } from "./open-as-owner";
import { watchProblems } from "./own-account";
import { payPage } from "./pay-page";
import { createPlan, signAndSubscribe, subscribed } from "./plans";
import { createSession, merchantApi, sharedStack } from "./stack";

const stack = sharedStack();
const api = merchantApi(stack);

/** Opens a list with filters. */
const at = (path: string, query = "") => `${stack.baseUrl}/dashboard/${path}?mode=test${query}`;

/** Stores the list that is open by its button. @returns the lines of the file, without the heading */
async function exportLines(page: Page): Promise<string[]> {
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^[a-z-]+-test-\d{4}-\d{2}-\d{2}\.csv$/);
  const lines = readFileSync(await download.path(), "utf8")
    .trimEnd()
    .split("\r\n");
  return lines.slice(1);
}

/** Something of each kind that has a list. */
async function seed(page: Page): Promise<void> {
  const session = await createSession(stack, { description: 'One "quoted", and a comma' });
  const buyer = await page.context().newPage();
  await buyer.goto(session.checkoutUrl);
  await payPage(buyer).choose("Test wallet");
  await payPage(buyer).signAndPay();
  const { transactionId } = await api.paymentSessions.get({ id: session.id });
  await api.refunds.create({
    transactionId: transactionId ?? "",
    amount: "1000000",
    reason: "customer_request",
  });
  const walletAddress = privateKeyToAddress(generatePrivateKey());
  await api.customers.upsert({ walletAddress, name: "Ada" });
  await api.invoices.create({
    currency: "USDC",
    lineItems: [{ description: "Consulting", quantity: 1, unitAmount: "95000000" }],
  });
  await api.webhookEndpoints.create({
    url: "http://127.0.0.1:9/hook",
    events: ["payment.completed"],
    mode: "test",
  });
  const plan = await createPlan(stack, { amount: "1000000" });
  const payer = await page.context().newPage();
  const privateKey = generatePrivateKey();
  const wallet = await injectWallet(payer, { chainId: stack.chainId, privateKey });
  await fund(stack, wallet.account.address, 4_000_000n);
  await payer.goto(plan.checkoutUrl);
  await payPage(payer).choose("Example Wallet");
  await signAndSubscribe(payer);
  await subscribed(payer);
  await Promise.all([buyer.close(), payer.close()]);
}

test("every list is stored by its button as it is shown, whole and with its filters", async ({
  page,
}) => {
  test.setTimeout(180_000);
  const problems = watchProblems(page);
  await seed(page);
  await openAsOwner(page, stack, "/dashboard/payments");
  const lists: readonly [string, () => Promise<{ data: readonly { id: string }[] }>][] = [
    ["payments", () => api.paymentSessions.list({ limit: "100" })],
    ["transactions", () => api.transactions.list({ limit: "100" })],
    ["refunds", () => api.refunds.list({ limit: "100" })],
    ["customers", () => api.customers.list({ limit: "100" })],
    ["subscriptions", () => api.subscriptions.list({ limit: "100" })],
    ["plans", () => api.subscriptionPlans.list({ limit: "100" })],
    ["invoices", () => api.invoices.list({ limit: "100" })],
    ["developers/webhooks", () => api.webhookEndpoints.list({ limit: "100" })],
  ];
  for (const [path, list] of lists) {
    await page.goto(at(path));
    const lines = await exportLines(page);
    for (const { id } of (await list()).data) {
      expect(lines.filter((line) => line.includes(id)).length, `${path}: ${id}`).toBeGreaterThan(0);
    }
  }
  for (const path of ["developers/events", "developers/logs"]) {
    await page.goto(at(path));
    expect((await exportLines(page)).length, path).toBeGreaterThan(0);
  }
  await page.goto(at("payments", "&status=confirmed"));
  const paid = (await api.paymentSessions.list({ status: "confirmed", limit: "100" })).data;
  const lines = await exportLines(page);
  expect(lines).toHaveLength(paid.length);
  expect(lines.join()).toContain('"One ""quoted"", and a comma"');
  expect(problems).toEqual([]);
});
