import { expect, type Page } from "@playwright/test";
import { generatePrivateKey } from "viem/accounts";
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
