import { expect, type Page } from "@playwright/test";
import type { Operations, Subscription, SubscriptionPlan } from "@/sdk/src/types.generated";
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
  expect(page.getByRole("heading", { name: title })).toBeVisible({ timeout: 45_000 });
