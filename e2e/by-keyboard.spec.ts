import { expect, type Page, test } from "@playwright/test";
import { generatePrivateKey, privateKeyToAccount, privateKeyToAddress } from "viem/accounts";
import { fund } from "./fund";
import { injectWallet } from "./injected-wallet";
import { noPointer, pressOn, refusePointers, tabTo, tick, typeInto } from "./keys";
import { signUpByApi } from "./own-account";
import { payPage } from "./pay-page";
import { openAsOwner } from "./sign-in";
import {
  callChain,
  createSession,
  getSession,
  merchantApi,
  type Stack,
  sharedStack,
} from "./stack";

const stack = sharedStack();

/* What a person without a pointer does. */

/** Signs in and opens a page; nothing of what follows is done with a pointer. */
async function beginByKeys(page: Page, stack: Stack, path: string): Promise<void> {
  await openAsOwner(page, stack, path);
  await refusePointers(page);
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  // Keys work once the page's code has come, as its buttons do.
  await expect(page.getByRole("button", { name: /^Account of/ })).toBeEnabled();
}

test("a plan is made and archived by keys alone", async ({ page }) => {
  await beginByKeys(page, stack, "/dashboard/plans");
  await page.keyboard.press("c");
  await page.waitForURL(/\/dashboard\/plans\/new/);
  await typeInto(page, /^Name/, "By hand");
  await typeInto(page, /^Price/, "7.5");
  await tabTo(page, /^Currency/);
  await page.keyboard.type("EURC");
  await pressOn(page, "Create plan");
  await expect(page.getByRole("heading", { level: 1, name: "By hand" })).toBeVisible();
  const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  const api = merchantApi(stack);
  expect(await api.subscriptionPlans.get({ id })).toMatchObject({
    amount: "7500000",
    currency: "EURC",
    active: true,
  });
  await pressOn(page, "Archive");
  await typeInto(page, "Type “By hand” to confirm", "By hand");
  await page.keyboard.press("Enter");
  await expect(page.locator("header").getByText("Archived")).toBeVisible();
  expect((await api.subscriptionPlans.get({ id })).active).toBe(false);
  await noPointer(page);
});

test("an invoice is written with two lines and saved, and voided by keys alone", async ({
  page,
}) => {
  await beginByKeys(page, stack, "/dashboard/invoices");
  await page.keyboard.press("c");
  await page.waitForURL(/\/dashboard\/invoices\/new/);
  await typeInto(page, /^E-mail/, "ada@example.com");
  await typeInto(page, /^Description/, "Design");
  await typeInto(page, /^Price in USDC/, "10");
  await pressOn(page, "Add line");
  await typeInto(page, /^Description/, "Print");
  await typeInto(page, /^Quantity/, "3");
  await typeInto(page, /^Price in USDC/, "2.5");
  await pressOn(page, "Save draft");
  await expect(page.getByRole("heading", { level: 1, name: /\b17\.50\sUSDC$/ })).toBeVisible();
  const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  const { number } = await merchantApi(stack).invoices.get({ id });
  await pressOn(page, "Void");
  await typeInto(page, `Type “${number}” to confirm`, number);
  await page.keyboard.press("Enter");
  await expect(page.locator("header").getByText("Void", { exact: true })).toBeVisible();
  await noPointer(page);
});

test("a payment is asked for, paid, seen and given back by the merchant's wallet, by keys alone", async ({
  page,
  context,
}) => {
  const { chainId, rpcUrl, merchantKey: privateKey } = stack;
  const { address } = privateKeyToAccount(privateKey);
  await callChain(stack, "anvil_setBalance", [address, "0x8ac7230489e80000"]);
  await fund(stack, address, 50_000_000n);
  await injectWallet(page, { kind: "legacy", chainId, rpcUrl, privateKey });
  await beginByKeys(page, stack, "/dashboard/payments");
  await page.keyboard.press("c");
  const dialog = page.getByRole("dialog", { name: "New payment" });
  await expect(dialog).toBeVisible();
  await page.keyboard.type("3.5");
  await typeInto(page, /^What is it for/, "By keys");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: /\b3\.50\sUSDC$/ })).toBeVisible();
  const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";

  const payer = await context.newPage();
  await refusePointers(payer);
  await payer.goto((await getSession(stack, id)).checkoutUrl);
  await pressOn(payer, /^Test wallet/);
  await expect(payer.getByRole("button", { name: "Sign and pay" })).toBeVisible();
  await pressOn(payer, /^Sign and pay/);
  await payPage(payer).receipt();
  await noPointer(payer);
  await payer.close();

  await expect(page.getByText("Final", { exact: true }).first()).toBeVisible({
    timeout: 60_000,
  });
  await pressOn(page, "Refund");
  const refund = page.getByRole("dialog", { name: "Refund this payment" });
  await expect(refund).toBeVisible();
  await typeInto(page, /^Amount in USDC/, "1.25");
  await pressOn(page, "Continue to wallet");
  await expect(page.getByRole("heading", { level: 1, name: /\b1\.25\sUSDC$/ })).toBeVisible();
  await pressOn(page, /^Send with /);
  await expect(page.locator("header").getByText("Refunded")).toBeVisible({ timeout: 60_000 });
  expect(await getSession(stack, id)).toMatchObject({ amountRefunded: "1250000" });
  await noPointer(page);
});

test("a key is made and revoked, and an endpoint made, tested, changed and sent what it missed, by keys alone", async ({
  page,
}) => {
  await beginByKeys(page, stack, "/dashboard/developers/keys");
  await pressOn(page, "Create key");
  await typeInto(page, /^What is it for/, "By keys");
  await page.keyboard.press("Enter");
  const made = page.getByRole("dialog", { name: "Your new key “By keys”" });
  await expect(made).toBeVisible();
  await tick(page, /^I have stored the key/);
  await pressOn(page, "Done");
  await pressOn(page, "Revoke By keys");
  await typeInto(page, "Type “By keys” to confirm", "By keys");
  await page.keyboard.press("Enter");
  await expect(page.getByText("“By keys” revoked.")).toBeVisible();

  await page.keyboard.press("g");
  await page.keyboard.press("w");
  await page.waitForURL(/\/dashboard\/developers\/webhooks/);
  await expect(page.getByRole("heading", { level: 1, name: "Webhooks" })).toBeVisible();
  await pressOn(page, "Create endpoint");
  await typeInto(page, /^URL/, "http://127.0.0.1:9/keys");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "The endpoint's signing secret" })).toBeVisible();
  await tick(page, /^I have stored the secret/);
  await pressOn(page, "Done");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await pressOn(page, "http://127.0.0.1:9/keys");
  await expect(page.getByRole("heading", { name: "http://127.0.0.1:9/keys" })).toBeVisible();
  await pressOn(page, "Send test event");
  const failed = page.getByRole("row").filter({ hasText: "Failed" });
  await expect(failed.first()).toBeVisible({ timeout: 60_000 });
  await pressOn(page, "Edit");
  await typeInto(page, /^URL/, stack.webhookSinkUrl);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: stack.webhookSinkUrl })).toBeVisible();
  await pressOn(page, "Replay a range");
  await pressOn(page, "Start replay");
  await expect(page.getByText(/^(\d+) of \1 sent$/)).toBeVisible({ timeout: 60_000 });
  const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  await merchantApi(stack).webhookEndpoints.disable({ id });
  await noPointer(page);
});

test("a customer is added and found, and a list is filtered and left by keys alone", async ({
  page,
}) => {
  await beginByKeys(page, stack, "/dashboard/customers");
  await pressOn(page, "Add customer");
  const walletAddress = privateKeyToAddress(generatePrivateKey());
  await typeInto(page, /^Wallet address/, walletAddress);
  await typeInto(page, /^Name/, "Kay Board");
  await pressOn(page, "Save");
  await expect(page.getByRole("heading", { name: "Kay Board" })).toBeVisible();
  await page.keyboard.press("g");
  await page.keyboard.press("h");
  await expect(page.getByRole("heading", { level: 1, name: "Home" })).toBeVisible();
  await page.keyboard.press("ControlOrMeta+k");
  await page.keyboard.type(walletAddress);
  const palette = page.getByRole("dialog", { name: "Search" });
  await expect(palette.getByRole("option", { selected: true })).toContainText("Kay Board");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Kay Board" })).toBeVisible();
  await page.keyboard.press("g");
  await page.keyboard.press("c");
  await expect(page.getByRole("heading", { level: 1, name: "Customers" })).toBeVisible();
  // The same wallet again: what is left empty stays as it is.
  await pressOn(page, "Add customer");
  await typeInto(page, /^Wallet address/, walletAddress);
  await typeInto(page, /^Your reference/, walletAddress);
  await pressOn(page, "Save");
  await page.waitForURL(/\/dashboard\/customers\/cus_/);
  await expect(page.getByRole("heading", { name: "Kay Board" })).toBeVisible();
  const { data } = await merchantApi(stack).customers.list({ externalRef: walletAddress });
  expect(data).toMatchObject([{ name: "Kay Board" }]);
  await page.keyboard.press("g");
  await page.keyboard.press("p");
  await expect(page.getByRole("heading", { level: 1, name: "Payments" })).toBeVisible();
  await pressOn(page, "Cancelled");
  await page.waitForURL(/status=cancelled/);
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await noPointer(page);
});

/** The day of last month that has the month's number: it is typed alike in each order of its parts. */
function evenDay(): { day: string; typed: string } {
  const at = new Date();
  at.setUTCDate(1);
  at.setUTCMonth(at.getUTCMonth() - 1);
  const [year, month] = at.toISOString().split("-");
  return { day: `${year}-${month}-${month}`, typed: `${month}${month}${year}` };
}

const parameterOf = (page: Page, name: string) => new URL(page.url()).searchParams.get(name);

test("a list is filtered by a text and a date, and Home by a period, which are typed by keys alone and keep the focus", async ({
  page,
}) => {
  await createSession(stack);
  await beginByKeys(page, stack, "/dashboard/payments");
  const { day, typed } = evenDay();
  await typeInto(page, "Customer", "cus_1");
  await page.keyboard.press("Enter");
  await expect.poll(() => parameterOf(page, "customerId")).toBe("cus_1");
  await expect(page.getByLabel("Customer", { exact: true })).toBeFocused();

  const from = page.getByLabel("From", { exact: true });
  await tabTo(page, "From");
  await from.pressSequentially(typed);
  await expect(from).toHaveValue(day);
  expect(parameterOf(page, "createdAfter")).toBeNull();
  await page.keyboard.press("Enter");
  const begin = await page.evaluate((text) => new Date(`${text}T00:00`).toISOString(), day);
  await expect.poll(() => parameterOf(page, "createdAfter")).toBe(begin);
  await expect(from).toBeFocused();
  await expect(from).toHaveValue(day);

  await tabTo(page, "Clear filters");
  await page.keyboard.press("Enter");
  await expect.poll(() => parameterOf(page, "createdAfter")).toBeNull();
  await expect(from).toHaveValue("");

  await page.keyboard.press("g");
  await page.keyboard.press("h");
  await expect(page.getByRole("heading", { level: 1, name: "Home" })).toBeVisible();
  await pressOn(page, "Custom");
  await tabTo(page, "First day");
  const before = parameterOf(page, "from");
  const first = page.getByLabel("First day");
  await first.pressSequentially(typed);
  await expect(first).toHaveValue(day);
  expect(parameterOf(page, "from")).toBe(before);
  await page.keyboard.press("Tab");
  await tabTo(page, "Last day");
  await expect.poll(() => parameterOf(page, "from")).toBe(day);
  await expect(first).toHaveValue(day);
  await noPointer(page);
});

test("the first minutes of a new business are gone through by keys alone", async ({ page }) => {
  const email = `keys-${Date.now()}@example.com`;
  await refusePointers(page);
  await signUpByApi(page, stack, { email, password: "correct horse battery staple" });
  await pressOn(page, "Create test key");
  await tick(page, /^I have stored the key/);
  await pressOn(page, "Done");
  await pressOn(page, "Use a test wallet");
  const sample = page.getByRole("button", { name: "Create sample payment" });
  await expect(sample).toBeVisible({ timeout: 60_000 });
  await pressOn(page, "Create sample payment");
  await expect(page.getByRole("link", { name: "Open the payment page" })).toBeVisible();
  await tabTo(page, "Open the payment page");
  const opened = page.context().waitForEvent("page");
  await page.keyboard.press("Enter");
  const payer = await opened;
  await pressOn(payer, /^Test wallet/);
  await expect(payer.getByRole("button", { name: "Sign and pay" })).toBeVisible();
  await pressOn(payer, /^Sign and pay/);
  await payPage(payer).receipt();
  await payer.close();
  await expect(page.getByRole("button", { name: "Use the inspector" })).toBeVisible({
    timeout: 60_000,
  });
  await pressOn(page, "Use the inspector");
  await tick(page, /^I have stored the secret/);
  await pressOn(page, "Done");
  await pressOn(page, "Send test event");
  await expect(page.getByText("4 of 6")).toBeVisible({ timeout: 60_000 });
  await pressOn(page, "Open the inspector");
  const webhook = page.getByRole("article").filter({ hasText: "webhook.test" });
  await expect(webhook).toContainText("Signature valid");
  await pressOn(page, "Headers and body");
  await expect(page.getByText("webhook-signature")).toBeVisible();
  await noPointer(page);
});
