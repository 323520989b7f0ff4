import { expect, type Page, test } from "@playwright/test";
import { decodeFunctionData } from "viem";
import { fiatTokenAbi } from "@/lib/adapters/chain/abi/fiat-token";
import { subscriptionManagerAbi } from "@/lib/adapters/chain/abi/subscription-manager";
import { type AskedBatch, injectBatching } from "./batching-wallet";
import { fundedKey } from "./fund";
import { isInOrder } from "./in-looks";
import { type InjectedWallet, injectWallet, WalletRefusal } from "./injected-wallet";
import { payPage } from "./pay-page";
import { createPlan, subscribed, subscriptionsOf } from "./plans";
import { merchantApi, type Stack } from "./stack";
import { startStack } from "./start-stack";

let stack: Stack;
let stop = async () => {};

// A stack of its own: here the clock is moved.
test.beforeAll(async () => {
  ({ stack, stop } = await startStack({ blockMs: 500 }));
});
test.afterAll(() => stop());

/** Moves the clock, however many requests that takes. */
async function advance(by: string): Promise<void> {
  const api = merchantApi(stack).testClock;
  let moved = await api.advance({ by }, { timeoutMs: 60_000 });
  while (!moved.finished) {
    const { now, target } = moved;
    moved = await api.advance(now < target ? { to: target } : { by: "1s" }, { timeoutMs: 60_000 });
  }
}

const inOneStep = (page: Page) => page.getByRole("button", { name: "Subscribe in one step" });
const heading = (page: Page, name: string) => page.getByRole("heading", { name, exact: true });
const signatures = ({ calls }: InjectedWallet) =>
  calls.filter((method) => method === "eth_signTypedData_v4").length;

/** Opens a new plan's page with a wallet that executes batches, up to the terms. */
async function openWithBatching(page: Page) {
  const plan = await createPlan(stack);
  const found = await injectBatching(page, stack);
  await page.goto(plan.checkoutUrl);
  await payPage(page).choose("Example Wallet");
  await expect(heading(page, "Review and sign")).toBeVisible();
  return { plan, ...found };
}

/** A wallet that says that it executes batches, and then refuses. */
async function openThatRefuses(page: Page, code: number) {
  const { chainId } = stack;
  const plan = await createPlan(stack);
  const wallet = await injectWallet(page, { chainId, privateKey: fundedKey(stack) });
  wallet.answer("wallet_getCapabilities", () => ({
    [`0x${chainId.toString(16)}`]: { atomic: { status: "ready" } },
  }));
  wallet.answer("wallet_sendCalls", () => {
    throw new WalletRefusal(code);
  });
  await page.goto(plan.checkoutUrl);
  await payPage(page).choose("Example Wallet");
  return { plan, wallet };
}

test("a smart wallet subscribes with one confirmation, and is charged again", async ({ page }) => {
  const { plan, wallet, batches } = await openWithBatching(page);
  await expect(
    page.getByText("You pay the network fee, unless Example Wallet covers it."),
  ).toBeVisible();
  await expect(page.getByText("or “Subscribe in one step” you agree that")).toBeVisible();
  await isInOrder(page);
  await inOneStep(page).click();
  await subscribed(page);
  expect(signatures(wallet)).toBe(0);
  expect(batches).toHaveLength(1);
  const [batch] = batches;
  expect(batch).toMatchObject({ version: "2.0.0", atomicRequired: true });
  const [approve, subscribe] = batch?.calls ?? [];
  const allowed = decodeFunctionData({ abi: fiatTokenAbi, data: approve?.data ?? "0x" });
  expect(allowed).toMatchObject({
    functionName: "approve",
    args: [expect.anything(), 108_000_000n],
  });
  const sent = decodeFunctionData({ abi: subscriptionManagerAbi, data: subscribe?.data ?? "0x" });
  expect(sent.functionName).toBe("subscribeDirect");
  expect(await subscriptionsOf(stack, plan)).toEqual([
    expect.objectContaining({ status: "active", chargesMade: 1, planId: plan.id }),
  ]);
  await advance("31d");
  await expect
    .poll(async () => (await subscriptionsOf(stack, plan))[0]?.chargesMade, { timeout: 60_000 })
    .toBe(2);
});

test("a payer who declines in the wallet is not asked for signatures, and may go on", async ({
  page,
}) => {
  const { plan, wallet, batches } = await openWithBatching(page);
  wallet.answer("wallet_sendCalls", () => {
    throw new WalletRefusal(4001);
  });
  await inOneStep(page).click();
  await expect(heading(page, "Example Wallet didn’t confirm")).toBeVisible();
  await isInOrder(page);
  await page.getByRole("button", { name: "Back to the terms" }).click();
  await expect(heading(page, "Review and sign")).toBeVisible();
  await expect(inOneStep(page)).toBeVisible();
  expect([signatures(wallet), batches.length]).toEqual([0, 0]);
  expect(await subscriptionsOf(stack, plan)).toEqual([]);
});

for (const [code, meaning] of [
  [5760, "cannot do it as one after all"],
  [5700, "misses a capability"],
  [4200, "does not know the method"],
] as const) {
  test(`a wallet that ${meaning} signs twice instead`, async ({ page }) => {
    const { plan, wallet } = await openThatRefuses(page, code);
    await expect(page.getByText("may first ask to upgrade your account")).toBeVisible();
    await inOneStep(page).click();
    await subscribed(page);
    expect(signatures(wallet)).toBe(2);
    expect(await subscriptionsOf(stack, plan)).toHaveLength(1);
  });
}

test("a wallet whose signatures are of no use here still subscribes in one step", async ({
  page,
}) => {
  const { plan } = await openWithBatching(page);
  await page.getByRole("button", { name: "Sign and subscribe" }).click();
  await expect(heading(page, "This wallet can’t pay here")).toBeVisible();
  await expect(page.getByText("By choosing “Subscribe in one step” you agree that")).toBeVisible();
  await isInOrder(page);
  await inOneStep(page).click();
  await subscribed(page);
  expect(await subscriptionsOf(stack, plan)).toHaveLength(1);
});

test("a page that is loaded again while the wallet is open finds what it asked for", async ({
  page,
}) => {
  const { plan, wallet, batches, execute } = await openWithBatching(page);
  let asked: AskedBatch | null = null;
  wallet.answer("wallet_sendCalls", ([batch]) => {
    asked = batch as AskedBatch;
    return new Promise(() => {});
  });
  await inOneStep(page).click();
  await expect(heading(page, "Confirm in Example Wallet")).toBeVisible();
  await isInOrder(page);
  await page.reload();
  await expect(heading(page, "Check Example Wallet")).toBeVisible();
  await expect(page.getByText("We don’t know yet whether Example Wallet sent")).toBeVisible();
  await isInOrder(page);
  expect(batches).toHaveLength(0);
  if (!asked) throw new Error("the wallet was asked");
  await execute(asked);
  await subscribed(page);
  expect(await subscriptionsOf(stack, plan)).toHaveLength(1);
});

test("starting over while the wallet is open, and confirming both, subscribes once", async ({
  page,
}) => {
  const { plan, wallet, execute } = await openWithBatching(page);
  const asked: AskedBatch[] = [];
  wallet.answer("wallet_sendCalls", ([batch]) => {
    asked.push(batch as AskedBatch);
    return new Promise(() => {});
  });
  await inOneStep(page).click();
  await page.getByRole("button", { name: "Back to the terms" }).click();
  await inOneStep(page).click();
  await expect.poll(() => asked.length).toBe(2);
  for (const batch of asked) await execute(batch);
  await subscribed(page);
  expect(await subscriptionsOf(stack, plan)).toEqual([expect.objectContaining({ chargesMade: 1 })]);
});

test("a wallet whose transaction reverts is told, and nothing was charged", async ({ page }) => {
  const { plan, wallet, batches, execute } = await openWithBatching(page);
  wallet.answer("wallet_sendCalls", async ([asked]) => {
    const batch = asked as AskedBatch;
    const [, subscribe] = batch.calls;
    if (!subscribe) throw new Error("two calls were asked for");
    // Without the allowance the contract refuses.
    await execute({ ...batch, calls: [subscribe] });
    return { id: batch.id };
  });
  await inOneStep(page).click();
  await expect(heading(page, "The subscription did not start")).toBeVisible();
  await isInOrder(page);
  expect(batches).toHaveLength(0);
  expect(await subscriptionsOf(stack, plan)).toEqual([]);
});
