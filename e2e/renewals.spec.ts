import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Locator, type Page, test } from "@playwright/test";
import { encodeFunctionData, parseAbi } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import type { Subscription, SubscriptionPlan } from "@/sdk/src/types.generated";
import { fund } from "./fund";
import { isInOrder } from "./in-looks";
import { type InjectedWallet, injectWallet, WalletRefusal } from "./injected-wallet";
import { payPage } from "./pay-page";
import { createPlan, signAndSubscribe, subscribed, subscriptionsOf } from "./plans";
import { callChain, merchantApi, type Stack } from "./stack";
import { startStack } from "./start-stack";

let stack: Stack;
let stop = async () => {};
let pauseChain = () => () => {};

/** A wallet that the operator's list names. */
const sanctioned = privateKeyToAccount(generatePrivateKey());

// A stack of its own: here the clock is moved.
test.beforeAll(async () => {
  const list = join(tmpdir(), `stipend-e2e-list-${process.pid}.txt`);
  writeFileSync(list, `${sanctioned.address}\n`);
  const started = await startStack({ blockMs: 500, appEnv: { SCREENING_LIST: list } });
  ({ stack, stop } = started);
  pauseChain = started.demo.chain.pause;
});
test.afterAll(() => stop());

/** Moves the clock, however many requests that takes; once it is there, what is left is waited for. */
async function advance(move: { by: string } | { to: string }): Promise<void> {
  for (let asked = move; ; ) {
    const { finished, target, now } = await merchantApi(stack).testClock.advance(asked, {
      timeoutMs: 60_000,
    });
    if (finished) return;
    asked = now < target ? { to: target } : { by: "1s" };
  }
}

const tokenAbi = parseAbi([
  "function balanceOf(address) view returns (uint256)",
  "function transfer(address to, uint256 value) returns (bool)",
  "function approve(address spender, uint256 value) returns (bool)",
  "function owner() view returns (address)",
  "function blacklist(address account)",
  "function unBlacklist(address account)",
]);

async function balanceOf(account: string): Promise<bigint> {
  const args = [account as `0x${string}`] as const;
  const data = encodeFunctionData({ abi: tokenAbi, functionName: "balanceOf", args });
  return BigInt(
    await callChain<string>(stack, "eth_call", [{ to: stack.tokens.USDC, data }, "latest"]),
  );
}

/** Sends a call to USDC from an account whose key is not known. */
async function sendAs(from: string, data: `0x${string}`): Promise<void> {
  await callChain(stack, "anvil_setBalance", [from, "0x8ac7230489e80000"]);
  await callChain(stack, "anvil_impersonateAccount", [from]);
  await callChain(stack, "eth_sendTransaction", [{ from, to: stack.tokens.USDC, data }]);
  await callChain(stack, "evm_mine", []);
}

/** Moves to the next charge, and has it wait outside of the chain for as long as `act` takes; what ends it there, longer. */
async function whileChargeWaits(subscription: Subscription, act: () => Promise<void>) {
  const { nextChargeAt } = await read(subscription);
  if (!nextChargeAt) throw new Error("a charge is ahead");
  // What others owe until then is made before.
  await advance({ to: new Date(Date.parse(nextChargeAt) - 20_000).toISOString() });
  const gasMoney = await callChain<string>(stack, "eth_getBalance", [stack.operator, "latest"]);
  await callChain(stack, "anvil_setBalance", [stack.operator, "0x0"]);
  const goOn = pauseChain();
  const moved = advance({ to: nextChargeAt });
  try {
    await expect.poll(async () => (await read(subscription)).chargeInFlight).not.toBeNull();
    await act();
  } finally {
    goOn();
    await becomes(subscription, { chargeInFlight: null });
    await callChain(stack, "anvil_setBalance", [stack.operator, gasMoney]);
    await moved;
  }
}

/** The token's issuer shuts a wallet out, or lets it in again. */
async function issuer(functionName: "blacklist" | "unBlacklist", account: `0x${string}`) {
  const to = stack.tokens.USDC;
  const asked = encodeFunctionData({ abi: tokenAbi, functionName: "owner" });
  const owner = await callChain<string>(stack, "eth_call", [{ to, data: asked }, "latest"]);
  const data = encodeFunctionData({ abi: tokenAbi, functionName, args: [account] });
  await sendAs(`0x${owner.slice(-40)}`, data);
}

async function walletWith(page: Page, amount: bigint): Promise<InjectedWallet> {
  const { chainId } = stack;
  const wallet = await injectWallet(page, { chainId, privateKey: generatePrivateKey() });
  if (amount > 0n) await fund(stack, wallet.account.address, amount);
  return wallet;
}

/** Pages whose wallet was chosen once: it is connected again by itself. */
const connected = new WeakSet<Page>();

/** Opens a plan with the wallet that is injected. */
async function open(page: Page, plan: SubscriptionPlan): Promise<void> {
  await page.goto(plan.checkoutUrl);
  if (!connected.has(page)) await payPage(page).choose("Example Wallet");
  connected.add(page);
}

/** Subscribes with the wallet that is injected. */
async function subscribe(page: Page, plan: SubscriptionPlan, title?: string): Promise<void> {
  await open(page, plan);
  await signAndSubscribe(page);
  await subscribed(page, title);
}

const read = ({ id }: Pick<Subscription, "id">) => merchantApi(stack).subscriptions.get({ id });

async function newestOf(plan: SubscriptionPlan): Promise<Subscription> {
  const [newest] = await subscriptionsOf(stack, plan);
  if (!newest) throw new Error("somebody has subscribed");
  return newest;
}

async function toNextCharge(subscription: Pick<Subscription, "id">): Promise<Subscription> {
  const { nextChargeAt } = await read(subscription);
  if (!nextChargeAt) throw new Error("a charge is ahead");
  await advance({ to: nextChargeAt });
  return read(subscription);
}

const becomes = (subscription: Pick<Subscription, "id">, state: Partial<Subscription>) =>
  expect
    .poll(() => read(subscription), { timeout: 60_000 })
    .toEqual(expect.objectContaining(state));

/** The payer's card of a plan, on the page of its subscriptions as it is now. */
async function cardOf(page: Page, { name }: SubscriptionPlan): Promise<Locator> {
  await page.goto(`${stack.baseUrl}/subscriptions?mode=test`);
  const signIn = page.getByRole("button", { name: "Sign in with Example Wallet" });
  const out = page.getByRole("button", { name: "Sign out" });
  await expect(signIn.or(out)).toBeVisible();
  if (await signIn.isVisible()) await signIn.click();
  await expect(out).toBeVisible();
  return page.getByRole("article").filter({ hasText: name });
}

/** A year of them is charged where no browser is needed. */
const CYCLES = 4;

test("monthly charges, the last of them late, are booked to the unit and completed", async ({
  page,
}) => {
  const allOfThem = BigInt(CYCLES);
  const amount = 9_999_999n;
  const plan = await createPlan(stack, { amount: String(amount), maxCycles: CYCLES });
  const { payoutAddress } = stack.merchant;
  const before = await balanceOf(payoutAddress);
  const wallet = await walletWith(page, (allOfThem - 1n) * amount);
  await subscribe(page, plan);
  const subscription = await newestOf(plan);
  for (let charges = 2; charges < CYCLES; charges += 1) {
    const charged = await toNextCharge(subscription);
    expect(charged).toMatchObject({ status: "active", chargesMade: charges });
  }
  const failed = await toNextCharge(subscription);
  expect(failed).toMatchObject({ status: "past_due", failureCode: "insufficient_balance" });
  const card = await cardOf(page, plan);
  await expect(card.getByText("Your wallet did not hold enough USDC.")).toBeVisible();
  await isInOrder(page);

  const sentAt = Date.now();
  await fund(stack, wallet.account.address, amount);
  await expect.poll(() => balanceOf(wallet.account.address), { intervals: [100] }).toBe(0n);
  test.info().annotations.push({ type: "recovered in ms", description: `${Date.now() - sentAt}` });
  await becomes(subscription, { status: "active", chargesMade: CYCLES, failureCode: null });
  expect((await balanceOf(payoutAddress)) - before).toBe(allOfThem * (amount - amount / 100n));

  await advance({ by: "31d" });
  expect(await read(subscription)).toMatchObject({ status: "completed", chargesMade: CYCLES });
  const ended = await cardOf(page, plan);
  await expect(ended.getByText("Ended as agreed")).toBeVisible();
  await ended.getByText("Receipts").click();
  await expect(ended.getByRole("listitem")).toHaveCount(CYCLES);
  await expect(ended.getByRole("button", { name: "Cancel" })).toHaveCount(0);
  await isInOrder(page);
});

test("a trial is charged at its end; a payer pays late, pays by hand, lapses, and comes back", async ({
  page,
}) => {
  const amount = 9_000_000n;
  const plan = await createPlan(stack, { name: "Trial club", interval: "weekly", trialDays: 7 });
  const wallet = await walletWith(page, amount);
  const { address } = wallet.account;
  await subscribe(page, plan, "Your trial has started");
  const subscription = await newestOf(plan);
  await expect((await cardOf(page, plan)).getByText("Trial", { exact: true })).toBeVisible();
  expect(await toNextCharge(subscription)).toMatchObject({ status: "active", chargesMade: 1 });

  expect(await toNextCharge(subscription)).toMatchObject({ status: "past_due" });
  const card = await cardOf(page, plan);
  const payNow = card.getByRole("button", { name: /^Pay 9.00.USDC now$/ });
  await payNow.click();
  await expect(
    card.getByText("The charge would still fail: your wallet does not hold enough."),
  ).toBeVisible();
  await fund(stack, address, amount);
  await becomes(subscription, { status: "active", chargesMade: 2 });

  await fund(stack, address, amount);
  await issuer("blacklist", address);
  expect(await toNextCharge(subscription)).toMatchObject({ failureCode: "address_blocked" });
  await page.reload();
  await expect(card.getByText("This wallet is blocked from paying.")).toBeVisible();
  await issuer("unBlacklist", address);
  await payNow.click();
  await expect(card.getByText("The charge is on its way.")).toBeVisible();
  await becomes(subscription, { status: "active", chargesMade: 3, failureCode: null });
  // The page follows it by itself.
  await expect(card.getByText("This wallet is blocked from paying.")).toHaveCount(0);
  await expect(payNow).toHaveCount(0);

  expect(await toNextCharge(subscription)).toMatchObject({ status: "past_due" });
  await advance({ by: "3d" });
  expect(await read(subscription)).toMatchObject({ status: "lapsed" });
  await becomes(subscription, { onchainCancel: "confirmed" });
  await page.reload();
  await expect(card.getByText("Ended after a failed charge")).toBeVisible();
  await isInOrder(page);
  await fund(stack, address, amount);
  await subscribe(page, plan);
  expect(await newestOf(plan)).toMatchObject({ status: "active", chargesMade: 1 });
});

test("a payer agrees to the time after the end before it comes, and pays for no day twice", async ({
  page,
}) => {
  const plan = await createPlan(stack, { name: "Daily club", interval: "daily", maxCycles: 3 });
  const wallet = await walletWith(page, 54_000_000n);
  await subscribe(page, plan);
  const first = await newestOf(plan);
  await page.reload();
  await page.getByRole("button", { name: /^Continue after / }).click();
  await expect(page.getByText("The number in your wallet is")).toBeVisible();
  await isInOrder(page);
  await signAndSubscribe(page);
  await subscribed(page, "Your subscription will continue");
  await isInOrder(page);
  const second = await newestOf(plan);
  expect(second).toMatchObject({ status: "trialing", chargesMade: 0, startAt: first.endAt });

  await advance({ by: "132h" });
  expect(await read(first)).toMatchObject({ status: "completed", chargesMade: 3 });
  expect(await read(second)).toMatchObject({ status: "active", chargesMade: 3 });
  // Five days, and half of the sixth.
  expect(await balanceOf(wallet.account.address)).toBe(0n);
});

test("what is paused is not charged, and what is resumed is", async ({ page }) => {
  const { subscriptions } = merchantApi(stack);
  const plans = [
    await createPlan(stack, { name: "Paused club" }),
    await createPlan(stack, { name: "Other club" }),
  ] as const;
  await walletWith(page, 90_000_000n);
  for (const plan of plans) await subscribe(page, plan);
  const [own, theirs] = [await newestOf(plans[0]), await newestOf(plans[1])];
  await subscriptions.pause({ id: own.id });
  const card = await cardOf(page, plans[0]);
  await expect(card.getByText("Paused by the merchant")).toBeVisible();
  await expect(card.getByText("Next charge", { exact: true })).toHaveCount(0);
  await isInOrder(page);
  await advance({ by: "40d" });
  expect(await read(own)).toMatchObject({ status: "active", chargesMade: 1 });
  expect(await read(theirs)).toMatchObject({ chargesMade: 2 });
  await subscriptions.resume({ id: own.id });
  await becomes(own, { chargesMade: 2 });
});

test("what is allowed is raised and lowered by signatures, and what was due is charged then", async ({
  page,
}) => {
  const plan = await createPlan(stack, { name: "Permit club", interval: "weekly", maxCycles: 4 });
  const wallet = await walletWith(page, 36_000_000n);
  const { account } = wallet;
  await subscribe(page, plan);
  const subscription = await newestOf(plan);
  const charge = await callChain<{ to: `0x${string}` }>(stack, "eth_getTransactionByHash", [
    subscription.latestCharge?.txHash,
  ]);
  const args = [charge.to, 1n] as const;
  await sendAs(
    account.address,
    encodeFunctionData({ abi: tokenAbi, functionName: "approve", args }),
  );
  expect(await toNextCharge(subscription)).toMatchObject({
    status: "past_due",
    failureCode: "insufficient_allowance",
  });
  const card = await cardOf(page, plan);
  await expect(card.getByText("Your spending limit was too low.")).toBeVisible();
  await page.getByRole("button", { name: /^Raise limit to 27.00.USDC$/ }).click();
  await isInOrder(page);
  const sign = page.getByRole("button", { name: "Sign with Example Wallet" });
  await sign.click();
  await expect(page.getByText("Signed and sent")).toBeVisible();
  await becomes(subscription, { status: "active", chargesMade: 2, failureCode: null });

  await merchantApi(stack).subscriptions.cancel({ id: subscription.id });
  await becomes(subscription, { onchainCancel: "confirmed" });
  await page.reload();
  await page.getByRole("button", { name: /^Lower limit to 0.00.USDC$/ }).click();
  await isInOrder(page);
  // As a wallet that was last used on another chain.
  await wallet.moveTo(1);
  wallet.answer("wallet_switchEthereumChain", () => {
    throw new WalletRefusal(4001);
  });
  await sign.click();
  await expect(
    page.getByText("You declined in Example Wallet. Nothing has changed."),
  ).toBeVisible();
  wallet.answer("wallet_switchEthereumChain", undefined);
  await sign.click();
  await expect(page.getByText("Signed and sent")).toBeVisible();
  await expect(page.getByRole("definition").filter({ hasText: /^0.00.USDC$/ })).toHaveCount(2);
  await expect(page.getByText("Signed and sent")).toBeHidden();
});

/** Its charge is booked although it was cancelled, and the refund of it waits for the merchant. */
async function isReturned(cancelled: Subscription): Promise<void> {
  const { refunds, transactions } = merchantApi(stack);
  await becomes(cancelled, { status: "cancelled", chargesMade: 2 });
  const { data } = await transactions.list({ subscriptionId: cancelled.id });
  const late = data.filter(({ paymentException }) => paymentException === "late");
  expect(late).toMatchObject([{ amount: "9000000" }]);
  const prepared = (await refunds.list({})).data.filter(
    ({ transactionId }) => transactionId === late[0]?.id,
  );
  expect(prepared).toMatchObject([{ amount: "9000000", status: "pending" }]);
}

test("a charge that was signed before a cancel is named, booked, and its refund prepared", async ({
  page,
}) => {
  const { subscriptions } = merchantApi(stack);
  const plans = [
    await createPlan(stack, { name: "Tea club" }),
    await createPlan(stack, { name: "Bread club" }),
  ] as const;
  await walletWith(page, 36_000_000n);
  await subscribe(page, plans[0]);
  const first = await newestOf(plans[0]);
  await whileChargeWaits(first, async () => {
    expect(await subscriptions.cancel({ id: first.id })).toMatchObject({
      status: "cancelled",
      chargeInFlight: { period: 1 },
    });
  });
  await isReturned(first);
  await subscribe(page, plans[1]);
  const second = await newestOf(plans[1]);
  const card = await cardOf(page, plans[1]);
  await whileChargeWaits(second, async () => {
    await card.getByRole("button", { name: "Cancel" }).click();
    await card.getByRole("button", { name: "Yes, cancel it" }).click();
    await expect(card.getByText("Cancelled", { exact: true })).toBeVisible();
    await expect(card.getByText("The charge is on its way.")).toBeVisible();
    await isInOrder(page);
    expect(await read(second)).toMatchObject({ chargeInFlight: { period: 1 } });
  });
  await isReturned(second);
});

test("who may not subscribe is told why", async ({ page }) => {
  const plan = await createPlan(stack, { name: "Closed club" });
  const wallet = await walletWith(page, 9_000_000n);
  const pay = payPage(page);
  await open(page, plan);
  await expect(pay.heading("Review and sign")).toBeVisible();
  // Closed between the look at the terms and the signatures.
  await merchantApi(stack).subscriptionPlans.archive({ id: plan.id });
  await signAndSubscribe(page);
  await expect(page.getByText("The plan has just been closed. Nothing was charged.")).toBeVisible();
  await isInOrder(page);
  await pay.button("Reload").click();
  await expect(page.getByRole("heading", { name: "This plan is closed" })).toBeVisible();

  const other = await createPlan(stack, { name: "Open club" });
  await wallet.changeAccount(sanctioned);
  await open(page, other);
  await expect(pay.heading("This wallet can’t be used here")).toBeVisible();
});
