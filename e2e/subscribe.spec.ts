import { expect, type Page, test } from "@playwright/test";
import { generatePrivateKey } from "viem/accounts";
import { fund, fundedKey } from "./fund";
import { isInOrder } from "./in-looks";
import { injectWallet, WalletRefusal } from "./injected-wallet";
import { payPage } from "./pay-page";
import { createPlan, enrolElsewhere, signAndSubscribe, subscribed, subscriptionsOf } from "./plans";
import { merchantApi, sharedStack } from "./stack";

const stack = sharedStack();
const { chainId } = stack;

test("anyone subscribes with the test wallet, sees it at home, and cancels it there", {
  tag: "@flow",
}, async ({ page }) => {
  const plan = await createPlan(stack);
  const pay = payPage(page);
  await page.goto(plan.checkoutUrl);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("every month (30 days)");
  await expect(page.getByText("You allow up to 108.00\u00a0USDC over 12 charges")).toBeVisible();
  await isInOrder(page);
  await pay.choose("Test wallet");
  await expect(pay.heading("Review and sign")).toBeVisible();
  await expect(page.getByText("By choosing “Sign and subscribe” you agree")).toBeVisible();
  await isInOrder(page);
  await page.getByLabel("E-mail for receipts and reminders").fill("member@example.com");
  await signAndSubscribe(page);
  await subscribed(page);
  await isInOrder(page);

  expect(await subscriptionsOf(stack, plan)).toEqual([
    expect.objectContaining({ status: "active", chargesMade: 1 }),
  ]);
  await page.reload();
  await expect(pay.heading("You’re already subscribed")).toBeVisible();

  await page.getByRole("link", { name: "Open my subscriptions" }).click();
  await isInOrder(page);
  await page.getByRole("button", { name: "Sign in with Test wallet" }).click();
  const card = page.getByRole("article").filter({ hasText: "Coffee club" });
  await expect(card.getByText("Your wallet has enough for the next charge.")).toBeVisible();
  await card.getByText("Receipts").click();
  await expect(card.getByText("9.00\u00a0USDC", { exact: true })).toBeVisible();
  await isInOrder(page);
  await card.getByRole("button", { name: "Cancel subscription" }).click();
  await card.getByRole("button", { name: "Yes, cancel it" }).click();
  await expect(card.getByText("Cancelled", { exact: true })).toBeVisible();
  const [ended] = await subscriptionsOf(stack, plan);
  expect(ended).toMatchObject({ status: "cancelled", cancelReason: "cancelled_by_payer" });
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByRole("button", { name: "Sign in with Test wallet" })).toBeVisible();
});

test("declines are said in words, and each try signs the permit's current nonce", async ({
  page,
}) => {
  const plan = await createPlan(stack, { maxCycles: 3 });
  const wallet = await injectWallet(page, { chainId, privateKey: fundedKey(stack) });
  const pay = payPage(page);
  await page.goto(plan.checkoutUrl);
  await expect(page.getByText("The plan ends by itself after 3 charges.")).toBeVisible();
  await pay.choose("Example Wallet");
  wallet.answer("eth_signTypedData_v4", () => {
    throw new WalletRefusal(4001);
  });
  await signAndSubscribe(page);
  await expect(pay.heading("You declined signature 1")).toBeVisible();
  await isInOrder(page);
  wallet.answer("eth_signTypedData_v4", undefined);
  await pay.button("Sign again").click();
  await subscribed(page);
  expect(wallet.calls.filter((method) => method === "eth_signTypedData_v4")).toHaveLength(3);
});

test("a trial is said with its dates, and nothing is charged with it", async ({ page }) => {
  const plan = await createPlan(stack, { trialDays: 14 });
  const pay = payPage(page);
  await page.goto(plan.checkoutUrl);
  await expect(page.getByText("14 days, once per wallet")).toBeVisible();
  await pay.choose("Test wallet");
  await signAndSubscribe(page);
  await subscribed(page, "Your trial has started");
  expect(await subscriptionsOf(stack, plan)).toEqual([
    expect.objectContaining({ status: "trialing", chargesMade: 0 }),
  ]);
});

test("a wallet that does not hold the first charge is told what is missing", async ({ page }) => {
  const plan = await createPlan(stack);
  const wallet = await injectWallet(page, { chainId, privateKey: generatePrivateKey() });
  const pay = payPage(page);
  await page.goto(plan.checkoutUrl);
  await pay.choose("Example Wallet");
  await expect(pay.heading("Not enough USDC")).toBeVisible();
  await fund(stack, wallet.account.address, 9_000_000n);
  await pay.button("Check again").click();
  await expect(pay.heading("Review and sign")).toBeVisible();
});

test("what other services may still charge by the same contract is a line of a payer's home", async ({
  page,
}) => {
  const plan = await createPlan(stack, { amount: "1000000" });
  const privateKey = fundedKey(stack, 2);
  await injectWallet(page, { chainId, privateKey });
  await page.goto(plan.checkoutUrl);
  await payPage(page).choose("Example Wallet");
  await signAndSubscribe(page);
  await subscribed(page);
  const home = `${stack.baseUrl}/subscriptions?mode=test`;
  await page.goto(home);
  await page.getByRole("button", { name: "Sign in with Example Wallet" }).click();
  await expect(page.getByRole("heading", { name: "Spending limit" })).toBeVisible();
  await expect(page.getByText("Other services may still charge")).toBeHidden();
  await enrolElsewhere(stack, privateKey);
  await page.goto(home);
  const line = page.getByText("Other services may still charge").locator("..");
  await expect(line).toContainText("33.00\u00a0USDC");
  await isInOrder(page);
});

test("a sign-in that is declined in another tab ends no session", async ({ page }) => {
  const other = await page.context().newPage();
  await injectWallet(page, { chainId });
  const wallet = await injectWallet(other, { chainId });
  const choiceOf = (tab: Page) => tab.getByRole("button", { name: "Sign in with Example Wallet" });
  for (const tab of [page, other]) {
    await tab.goto(`${stack.baseUrl}/subscriptions?mode=test`);
    await expect(choiceOf(tab)).toBeVisible();
  }
  const home = page.getByText("This wallet has no subscriptions here.");
  await choiceOf(page).click();
  await expect(home).toBeVisible();
  wallet.answer("personal_sign", () => {
    throw new WalletRefusal(4001);
  });
  await choiceOf(other).click();
  // The session of the first tab is there as well, and is shown.
  await expect(other.getByText("This wallet has no subscriptions here.")).toBeVisible();
  await page.reload();
  await expect(home).toBeVisible();
});

test("a wallet that does not answer is left, and may be asked to sign in again", async ({
  page,
}) => {
  const wallet = await injectWallet(page, { chainId });
  wallet.answer("eth_requestAccounts", () => new Promise(() => {}));
  await page.goto(`${stack.baseUrl}/subscriptions?mode=test`);
  const choice = page.getByRole("button", { name: "Sign in with Example Wallet" });
  await choice.click();
  const leave = page.getByRole("button", { name: "Use another wallet" });
  await expect(leave).toBeVisible();
  await isInOrder(page);
  await leave.click();
  await expect(leave).toBeHidden();
  await expect(choice).toBeFocused();
  wallet.answer("eth_requestAccounts", undefined);
  await choice.click();
  await expect(page.getByText("This wallet has no subscriptions here.")).toBeVisible();
});

test("a closed plan, and a link to none, say so", async ({ page }) => {
  const plan = await createPlan(stack);
  await merchantApi(stack).subscriptionPlans.archive({ id: plan.id });
  await page.goto(plan.checkoutUrl);
  await expect(page.getByRole("heading", { name: "This plan is closed" })).toBeVisible();
  await isInOrder(page);
  const answer = await page.goto(`${stack.baseUrl}/subscribe/plan_000000000000000000000000`);
  expect(answer?.status()).toBe(404);
});
