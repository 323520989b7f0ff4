import { expect, type Page, test } from "@playwright/test";
import { privateKeyToAccount } from "viem/accounts";
import { fund } from "./fund";
import { isInOrder } from "./in-looks";
import { injectWallet } from "./injected-wallet";
import { signUpByApi } from "./own-account";
import { payPage } from "./pay-page";
import { openAsOwner } from "./sign-in";
import { callChain, createSession, getSession, sharedStack } from "./stack";

const stack = sharedStack();
const merchant = privateKeyToAccount(stack.merchantKey);

const open = (page: Page, path: string) => openAsOwner(page, stack, path);
const row = (page: Page, name: string) => page.getByRole("link", { name, exact: true });

test("a payment in one window is seen in another without a reload, and is refunded by the merchant's wallet", async ({
  page,
  context,
}) => {
  const { chainId, rpcUrl, merchantKey: privateKey } = stack;
  await callChain(stack, "anvil_setBalance", [merchant.address, "0x8ac7230489e80000"]);
  await fund(stack, merchant.address, 50_000_000n);
  await injectWallet(page, { kind: "legacy", chainId, rpcUrl, privateKey });
  await open(page, "/dashboard/payments");
  await page.evaluate(() => Reflect.set(window, "stayed", true));

  await page.getByRole("button", { name: "New payment" }).first().click();
  const dialog = page.getByRole("dialog", { name: "New payment" });
  await dialog.getByLabel("Amount").fill("12.345678");
  await dialog.getByLabel("What is it for?").fill("A <b>bold</b> roast");
  await dialog.getByRole("button", { name: "Create payment" }).click();
  await expect(page.getByRole("heading", { level: 1, name: /\b12\.345678\sUSDC$/ })).toBeVisible();
  await expect(page.getByText("Waiting for the payer")).toBeVisible();
  await isInOrder(page);
  const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";

  const second = await context.newPage();
  await second.goto((await getSession(stack, id)).checkoutUrl);
  await expect(page.getByText("Opened in a browser")).toBeVisible({ timeout: 60_000 });
  await payPage(second).choose("Test wallet");
  await payPage(second).signAndPay();
  await second.close();

  await expect(page.getByText("Final", { exact: true }).first()).toBeVisible({
    timeout: 60_000,
  });
  await expect(page.getByText("Signed by the payer")).toBeVisible();
  expect(await page.evaluate(() => Reflect.get(window, "stayed"))).toBe(true);
  await page.getByRole("button", { name: "JSON" }).click();
  await expect(page.getByRole("dialog", { name: id })).toContainText('"amount": "12345678"');
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "Refund", exact: true }).click();
  const refund = page.getByRole("dialog", { name: "Refund this payment" });
  await refund.getByLabel("Amount in USDC").fill("13");
  await expect(refund.getByText("Enter an amount up to 12.345678 USDC.")).toBeVisible();
  await refund.getByLabel("Amount in USDC").fill("2.345678");
  await refund.getByRole("button", { name: "Continue to wallet" }).click();
  await expect(page.getByRole("heading", { level: 1, name: /\b2\.345678\sUSDC$/ })).toBeVisible();
  await isInOrder(page);
  await page.getByRole("button", { name: /^Send with / }).click();
  await expect(page.locator("header").getByText("Refunded")).toBeVisible({ timeout: 60_000 });
  expect(await getSession(stack, id)).toMatchObject({
    status: "confirmed",
    amountRefunded: "2345678",
    amountRefundable: "10000000",
  });
});

test("many payments by keyboard alone: load more, open, back to the same place with the same filters", async ({
  page,
}) => {
  const sessions = Array.from({ length: 60 }, (_, index) =>
    createSession(stack, { amount: String(1_000_000 + index), description: `Bulk ${index}` }),
  );
  await Promise.all(sessions);
  await open(page, "/dashboard/payments");
  await expect(page.getByRole("row")).toHaveCount(51);
  await page.getByRole("link", { name: "Open", exact: true }).click();
  await page.waitForURL(/status=pending/);
  // The address changes before the page does, whose button would load more of all.
  await expect(page.getByRole("link", { name: "Open", exact: true })).toHaveAttribute(
    "aria-current",
    "page",
  );
  await page.getByRole("button", { name: "Load more" }).click();
  await expect(page.getByText(/^([6-9]\d payments|100 payments shown)$/)).toBeVisible();
  const links = page.locator("a[data-row]");
  await links.nth(52).focus();
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await page.keyboard.press("k");
  const name = (await links.nth(53).innerText()).trim();
  expect(await page.evaluate(() => document.activeElement?.textContent?.trim())).toBe(name);
  const scrolled = await page.evaluate(() => window.scrollY);
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/dashboard\/payments\/ps_/);
  await expect(page.getByRole("button", { name: "JSON" })).toBeVisible();
  await page.goBack();
  await expect(row(page, name)).toBeVisible();
  expect(page.url()).toContain("status=pending");
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(scrolled - 400);

  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.keyboard.press("g");
  await page.keyboard.press("t");
  await page.waitForURL(/\/dashboard\/transactions/);
  await expect(page.getByRole("heading", { level: 1, name: "Transactions" })).toBeVisible();
  await isInOrder(page);
});

test("a business without anything is told on each page what to do, by a button and from code, and what it cannot find", async ({
  page,
}) => {
  const email = `nobody-${Date.now()}@example.com`;
  await signUpByApi(page, stack, { email, password: "correct horse battery staple" });
  await expect(page.getByText("No payout wallet yet.")).toBeVisible();
  await isInOrder(page);
  for (const [path, words, action] of [
    ["payments", "No payments yet.", "New payment"],
    ["transactions", "No transactions yet.", "New payment"],
    ["refunds", "No refunds yet.", "See paid payments"],
    ["customers", "No customers yet.", "Add customer"],
    ["subscriptions", "No subscriptions yet.", "Open your plans"],
    ["plans", "No plans yet.", "New plan"],
    ["invoices", "No invoices yet.", "New invoice"],
    ["developers/webhooks", "No endpoints yet.", "Create endpoint"],
    ["developers/events", "No events yet.", "New payment"],
  ] as const) {
    await page.goto(`${stack.baseUrl}/dashboard/${path}?mode=test`);
    const main = page.getByRole("main");
    await expect(main.getByText(words)).toBeVisible();
    const button = main.getByRole("button", { name: action });
    await expect(button.or(main.getByRole("link", { name: action })).first(), path).toBeVisible();
    await expect(main.getByRole("region", { name: "From code" })).toContainText(stack.baseUrl);
    await isInOrder(page);
  }
  const other = await createSession(stack);
  const answer = await page.goto(`${stack.baseUrl}/dashboard/payments/${other.id}?mode=test`);
  expect(answer?.status()).toBe(404);
  await page.goto(`${stack.baseUrl}/dashboard/payments?mode=test&customerId=cus_1`);
  await expect(page.getByText("No payments match these filters in test mode.")).toBeVisible();
});
