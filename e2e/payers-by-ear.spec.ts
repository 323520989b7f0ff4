import { expect, test } from "@playwright/test";
import { generatePrivateKey } from "viem/accounts";
import { fund, fundedKey } from "./fund";
import { injectWallet, WalletRefusal } from "./injected-wallet";
import { noPointer, pressOn, refusePointers, saidOn, typeInto } from "./keys";
import { payPage } from "./pay-page";
import { createPlan, subscribed } from "./plans";
import { mailedCode } from "./sign-in";
import { createSession, merchantApi, sharedStack } from "./stack";

const stack = sharedStack();
const { chainId, baseUrl } = stack;

/* Payers without a pointer, who hear the page: the focus is never lost, and what changes is said. */

test("a payment is made from the wrong network by keys alone", async ({ page }) => {
  const wallet = await injectWallet(page, { chainId: 1, privateKey: fundedKey(stack) });
  // The page asks by itself first.
  wallet.answer("wallet_switchEthereumChain", () => {
    wallet.answer("wallet_switchEthereumChain", undefined);
    throw new WalletRefusal(4001);
  });
  await refusePointers(page);
  await page.goto((await createSession(stack)).checkoutUrl);
  await pressOn(page, /^Example Wallet/);
  await expect(payPage(page).heading("Switch to Local chain")).toBeFocused();
  await pressOn(page, "Switch network");
  await expect(page.getByRole("button", { name: "Sign and pay" })).toBeEnabled();
  await pressOn(page, /^Sign and pay/);
  await payPage(page).receipt();
  await expect(payPage(page).heading("Payment complete")).toBeFocused();
  await expect(page.getByRole("heading", { level: 1 })).toHaveAccessibleName(
    /^Payment complete. Payment to Acme Coffee: 49\.00/,
  );
  await expect(page).toHaveTitle("Payment complete · Acme Coffee");
  await noPointer(page);
});

test("a plan is subscribed to and cancelled by keys alone, and both are said", async ({ page }) => {
  const wallet = await injectWallet(page, { chainId, privateKey: generatePrivateKey() });
  await fund(stack, wallet.account.address, 9_000_000n);
  const plan = await createPlan(stack, { name: "Keyboard club" });
  await refusePointers(page);
  await page.goto(plan.checkoutUrl);
  await pressOn(page, /^Example Wallet/);
  await expect(page.getByRole("button", { name: "Sign and subscribe" })).toBeEnabled();
  await pressOn(page, /^Sign and subscribe/);
  await subscribed(page);
  await page.goto(`${baseUrl}/subscriptions?mode=test`);
  await pressOn(page, /^Sign in with Example Wallet/);
  await expect(page.getByRole("heading", { name: "Keyboard club" })).toBeVisible();
  await pressOn(page, /^Cancel subscription/);
  await pressOn(page, "Keep subscription");
  await expect(page.getByRole("button", { name: /^Cancel subscription/ })).toBeFocused();
  await page.keyboard.press("Enter");
  await pressOn(page, "Yes, cancel it");
  await expect(page.getByText("Cancelled", { exact: true })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Keyboard club" })).toBeFocused();
  expect(saidOn(page)).toContain("Keyboard club is cancelled. You won’t be charged again.");
  await noPointer(page);
});

test("an invoice is paid by keys alone", async ({ page }) => {
  const { invoices } = merchantApi(stack);
  const draft = await invoices.create({
    currency: "USDC",
    customerName: "Ada Lovelace",
    customerEmail: "ada@example.com",
    lineItems: [{ description: "Roasting course", quantity: 1, unitAmount: "2500000" }],
  });
  const { hostedUrl } = await invoices.send({ id: draft.id });
  await injectWallet(page, { chainId, privateKey: fundedKey(stack) });
  await refusePointers(page);
  await page.goto(hostedUrl ?? "");
  await pressOn(page, /^Pay /);
  await expect(page.getByRole("button", { name: /^Example Wallet/ })).toBeVisible();
  await pressOn(page, /^Example Wallet/);
  await expect(page.getByRole("button", { name: "Sign and pay" })).toBeEnabled();
  await pressOn(page, /^Sign and pay/);
  await payPage(page).receipt();
  await noPointer(page);
});

test("signing in with a code goes by keys alone", async ({ page }) => {
  const email = stack.signIn?.email ?? "";
  await refusePointers(page);
  await page.goto(`${baseUrl}/login`);
  await pressOn(page, "Sign in with a code by email");
  await typeInto(page, /^E-mail/, email);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Check your inbox" })).toBeFocused();
  const code = await mailedCode(page, stack, { to: email, subject: "is your code to sign in" });
  await typeInto(page, /^Code/, code);
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/dashboard/);
  await expect(page.getByRole("heading", { level: 1, name: "Home" })).toBeVisible();
  await noPointer(page);
});

test("the log notices a focus that falls to the page, and what is said", async ({ page }) => {
  await refusePointers(page);
  await page.goto(`${baseUrl}/contact`);
  await page.getByLabel("Name").focus();
  await page.evaluate(() => {
    const status = document.body.appendChild(document.createElement("p"));
    status.setAttribute("role", "status");
    status.textContent = "Saved";
    (document.activeElement as HTMLElement).remove();
  });
  await expect.poll(() => saidOn(page)).toContain("Saved");
  await expect
    .poll(() => noPointer(page).then(String, (error: Error) => error.message), { timeout: 10_000 })
    .toContain("LOST");
});
