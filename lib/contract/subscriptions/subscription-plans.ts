import { z } from "zod";
import { endpoint } from "@/lib/contract/endpoint";
import {
  address,
  amount,
  bytes32,
  chainIdInput,
  currency,
  flagQuery,
  id,
  idParams,
  instant,
  listOf,
  metadata,
  mode,
  must,
  onceDecoded,
  pageQuery,
  uint256,
} from "@/lib/contract/fields";
import { nameText } from "@/lib/contract/text-forms";
import { intervalSeconds, planIntervals } from "@/lib/core/subscriptions/subscription-kinds";

const tag = "Subscription plans";

/** What the contract for subscriptions can hold of one amount, and of all that a subscription may charge. */
const MOST = 2n ** 96n - 1n;
/** A thousand years. */
const LONGEST_SECONDS = 1_000 * 31_536_000;

export const subscriptionPlan = z
  .object({
    id: id("plan"),
    object: z.literal("subscription_plan"),
    mode,
    merchantId: id("merchant"),
    name: z.string(),
    description: z.string().nullable(),
    amount: amount.meta({ description: "For one period, in the token's smallest unit" }),
    currency,
    interval: z.enum(planIntervals),
    intervalCount: z.number().int(),
    intervalSeconds: z.number().int().meta({
      description: "Seconds between two charges: months have 30 days, quarters 90, years 365",
      example: 2_592_000,
    }),
    trialDays: z.number().int(),
    maxCycles: z.number().int().nullable().meta({
      description: "The number of charges; null for no end",
    }),
    active: z.boolean(),
    archivedAt: instant.nullable(),
    checkoutUrl: z.string().meta({ description: "The hosted page where payers subscribe" }),
    ref: bytes32.meta({
      description: "keccak256 of the id, which the payer's intent and the contract's event contain",
    }),
    chainId: z.number().int(),
    chainMerchantId: uint256,
    tokenAddress: address,
    registryAddress: address,
    subscriptionsAddress: address.meta({ description: "The contract that charges" }),
    metadata: z.record(z.string(), z.unknown()),
    createdAt: instant,
  })
  .meta({ id: "SubscriptionPlan" });

const trialRange = must("must be 0 to 365");
const countRange = must("must be 1 to 365");
const cycleRange = must("must be 1 to 10000");

const planBody = z
  .strictObject({
    name: nameText(1, 120),
    amount: amount.refine((value) => value <= MOST, must("must be at most 2^96 − 1")),
    currency,
    interval: z.enum(planIntervals),
    description: z.string().max(2_000).optional(),
    intervalCount: z.number().int().min(1, countRange).max(365, countRange).optional(),
    trialDays: z.number().int().min(0, trialRange).max(365, trialRange).optional(),
    maxCycles: z.number().int().min(1, cycleRange).max(10_000, cycleRange).optional(),
    metadata: metadata.optional(),
    chainId: chainIdInput.optional(),
  })
  .superRefine((plan, { addIssue }) => {
    const { maxCycles } = plan;
    if (maxCycles === undefined) return;
    const seconds = intervalSeconds[plan.interval] * (plan.intervalCount ?? 1) * maxCycles;
    const problem =
      seconds > LONGEST_SECONDS
        ? "must end within a thousand years"
        : plan.amount * BigInt(maxCycles) > MOST
          ? "must not add up to more than 2^96 − 1"
          : null;
    if (problem) addIssue({ code: "custom", path: ["maxCycles"], message: problem });
  }, onceDecoded);

export const createPlan = endpoint({
  method: "POST",
  path: "/v1/subscription-plans",
  tag,
  summary: "Create a subscription plan",
  description:
    "A price that payers are charged at intervals once they have subscribed on its hosted page, `checkoutUrl`. Price and interval can’t be changed later. To change the price, create a new plan.",
  auth: "merchant",
  scope: "subscriptions_write",
  needs: "subscriptions",
  body: planBody.meta({
    example: {
      name: "Membership",
      amount: "9000000",
      currency: "USDC",
      interval: "monthly",
      trialDays: 14,
    },
  }),
  status: 201,
  response: subscriptionPlan,
  errors: ["permission_denied"],
});

export const listPlans = endpoint({
  method: "GET",
  path: "/v1/subscription-plans",
  tag,
  summary: "List subscription plans",
  description: "Publishable keys see the active ones, without `metadata`.",
  auth: "merchant",
  scope: "subscriptions_read",
  publishable: true,
  query: z.strictObject({
    ...pageQuery,
    active: flagQuery
      .optional()
      .meta({ description: "`true`: those that are not archived", example: "true" }),
    createdAfter: instant.optional(),
    createdBefore: instant.optional(),
  }),
  status: 200,
  response: listOf(subscriptionPlan),
});

export const getPlan = endpoint({
  method: "GET",
  path: "/v1/subscription-plans/{id}",
  tag,
  summary: "Retrieve a subscription plan",
  description: "A publishable key sees an active one, without `metadata`.",
  auth: "merchant",
  scope: "subscriptions_read",
  publishable: true,
  params: idParams,
  status: 200,
  response: subscriptionPlan,
  errors: ["not_found"],
});

export const archivePlan = endpoint({
  method: "POST",
  path: "/v1/subscription-plans/{id}/archive",
  tag,
  summary: "Archive a subscription plan",
  description: "Closes it to new subscribers. Existing subscriptions continue.",
  auth: "merchant",
  scope: "subscriptions_write",
  params: idParams,
  whenClosed: true,
  status: 201,
  response: subscriptionPlan,
  errors: ["not_found", "session_invalid_state"],
});
