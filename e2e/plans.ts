import { readFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import { createWalletClient, encodeFunctionData, http, publicActions } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { fiatTokenAbi } from "@/lib/adapters/chain/abi/fiat-token";
import { subscriptionManagerAbi } from "@/lib/adapters/chain/abi/subscription-manager";
import { deploymentFile } from "@/lib/adapters/chain/deployment";
import { zeroBytes32 } from "@/lib/core/chain/hex";
import type { Operations, Subscription, SubscriptionPlan } from "@/sdk/src/types.generated";
import { fund } from "./fund";
import { injectWallet } from "./injected-wallet";
import { payPage } from "./pay-page";
import { merchantApi, type Stack } from "./stack";

/** A monthly plan of 9 USDC, or as told. */
export function createPlan(
  stack: Stack,
  body: Partial<Operations["createPlan"]["input"]> = {},
): Promise<SubscriptionPlan> {
  return merchantApi(stack).subscriptionPlans.create({
    name: "Coffee club",
    amount: "9000000",
    currency: "USDC",
    interval: "monthly",
    ...body,
  });
}

/** The subscriptions of a plan, as its merchant sees them, newest first. */
export async function subscriptionsOf(
  stack: Stack,
  { id }: Pick<SubscriptionPlan, "id">,
): Promise<readonly Subscription[]> {
  return (await merchantApi(stack).subscriptions.list({ planId: id })).data;
}

export const signAndSubscribe = (page: Page): Promise<void> =>
  page.getByRole("button", { name: "Sign and subscribe" }).click();

export const subscribed = (page: Page, title = "You are subscribed"): Promise<void> =>
  expect(page.getByRole("heading", { name: title })).toBeVisible({ timeout: 60_000 });

/** A plan that somebody has subscribed to. */
export async function subscribedPlan(page: Page, stack: Stack) {
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

/** Has a payer subscribe to 3 USDC a month, for 12 months, through the registry of live mode, by its own transactions. */
export async function enrolElsewhere(stack: Stack, privateKey: `0x${string}`): Promise<void> {
  const { LIVE_DEPLOYMENT = "" } = stack.settings;
  const { contracts, usdc } = deploymentFile.parse(
    JSON.parse(readFileSync(LIVE_DEPLOYMENT, "utf8")),
  );
  const manager = contracts.subscriptions?.address;
  if (!manager) throw new Error("the demo's core has a subscription manager");
  const account = privateKeyToAccount(privateKey);
  const transport = http(stack.rpcUrl);
  const client = createWalletClient({ account, transport }).extend(publicActions);
  const { timestamp: startAt } = await client.getBlock();
  const [interval, value] = [2_592_000n, 36_000_000n];
  const terms = {
    payer: account.address,
    registry: contracts.registry.address,
    merchantId: 1n,
    token: usdc,
    amount: value / 12n,
    interval,
    startAt,
    endAt: startAt + 12n * interval,
    permitValue: value,
    permitDeadline: 0n,
    permitNonce: 1n,
    ref: zeroBytes32,
  };
  const send = async (call: { to: `0x${string}`; data: `0x${string}` }) => {
    const hash = await client.sendTransaction({ ...call, chain: null });
    const { status } = await client.waitForTransactionReceipt({ hash });
    if (status !== "success") throw new Error("the chain refuses the call");
  };
  const erc20 = { abi: fiatTokenAbi, address: usdc } as const;
  const allowance = await client.readContract({
    ...erc20,
    functionName: "allowance",
    args: [account.address, manager],
  });
  const args = [manager, allowance + value] as const;
  await send({
    to: usdc,
    data: encodeFunctionData({ abi: fiatTokenAbi, functionName: "approve", args }),
  });
  const subscribe = { abi: subscriptionManagerAbi, functionName: "subscribeDirect" } as const;
  await send({ to: manager, data: encodeFunctionData({ ...subscribe, args: [terms] }) });
}
