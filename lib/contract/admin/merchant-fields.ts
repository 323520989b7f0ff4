import { z } from "zod";
import { address, currency, id, instant, mode, says } from "@/lib/contract/fields";
import { count, total } from "@/lib/contract/insight/stat-fields";
import { registryStatuses } from "@/lib/core/kinds";
import { merchantStatuses, tiers } from "@/lib/core/merchants/merchant-states";

export const status = z.enum(merchantStatuses);
export const tier = z.enum(tiers);

const summary = {
  id: id("merchant"),
  businessName: z.string(),
  email: z.string().nullable(),
  tier,
  status,
  hasLive: z.boolean().meta(says("Whether a registry of live mode has the merchant", true)),
  createdAt: instant,
};

export const listedMerchant = z
  .object({ object: z.literal("admin_merchant"), ...summary })
  .meta({ id: "AdminMerchant" });

const registration = z
  .object({
    mode,
    deploymentId: id("deployment").meta(says("The registry's deployment", "dep_8fK2mQ0x")),
    chainMerchantId: z.string(),
    owner: address,
    payoutAddress: address,
    feeBps: z.number().int(),
    onchainStatus: z
      .enum(registryStatuses)
      .nullable()
      .meta(says("The registry's status; null while the chain does not answer", "active")),
    settleUntil: instant.nullable(),
    differences: z
      .array(z.enum(["owner", "payout", "feeBps", "nextFeeBps"]))
      .meta({ ...says("What the stored record and the registry do not agree on"), examples: [[]] }),
  })
  .meta({ id: "AdminRegistration" });

const statistics = z
  .object({
    mode,
    currency,
    volume: total.meta(says("Final payments and charges so far, before fees and refunds")),
    payments: count.meta(says("How many final payments and charges there were", 42)),
    activeSubscriptions: count.meta(says("Subscriptions that are being charged", 7)),
  })
  .meta({ id: "AdminMerchantStatistics" });

const key = z
  .object({
    id: id("apiKey"),
    mode,
    kind: z.enum(["secret", "publishable"]).meta(says("`secret` or `publishable`", "secret")),
    name: z.string(),
    prefix: z.string(),
    status: z.enum(["active", "revoked", "expired"]),
    lastUsedAt: instant.nullable(),
    createdAt: instant,
  })
  .meta({ id: "AdminApiKey" });

const endpointHealth = z
  .object({
    id: id("webhookEndpoint"),
    mode,
    url: z.string(),
    status: z.enum(["enabled", "disabled"]),
    failingSince: instant
      .nullable()
      .meta(says("The first failure since the last success; null without one")),
    failedEvents: count.meta(says("Events that were not delivered since the last success", 0)),
    lastSuccessAt: instant.nullable().meta(says("When an event was last delivered")),
  })
  .meta({ id: "AdminEndpoint" });

const user = z
  .object({
    id: id("user"),
    email: z
      .string()
      .nullable()
      .meta(says("Null where another identity provider has it", "ada@example.com")),
    role: z.string().meta(says("What the person may do for the merchant", "owner")),
    locked: z.boolean().meta(says("Whether the person's sign-in is locked", false)),
    createdAt: instant,
  })
  .meta({ id: "AdminMerchantUser" });

const failure = z
  .object({
    id: id("event"),
    mode,
    type: z.string(),
    resourceId: z.string(),
    createdAt: instant,
  })
  .meta({ id: "AdminFailure" });

const onchain = z
  .enum(["queued", "confirmed"])
  .meta(
    says(
      "`queued` while a call of the operator's wallet is on its way to a registry; `confirmed` once the registries agree, or none has the merchant",
      "queued",
    ),
  );

export const merchantDetail = z
  .object({
    object: z.literal("admin_merchant_detail"),
    ...summary,
    onchain,
    businessSector: z.string().nullable(),
    countryCode: z.string().nullable(),
    websiteUrl: z.string().nullable(),
    phone: z.string().nullable(),
    payoutAddress: address.nullable(),
    customers: count.meta(says("Customers of both modes", 12)),
    statistics: z.array(statistics).meta(says("For each mode and currency")),
    registrations: z.array(registration).meta(says("The records in the registries of both modes")),
    apiKeys: z.array(key).meta(says("The newest hundred keys")),
    webhookEndpoints: z.array(endpointHealth).meta(says("The newest hundred endpoints")),
    users: z.array(user).meta(says("The people of the merchant, a hundred at most")),
    recentFailures: z
      .array(failure)
      .meta(says("The newest twenty events that tell of a failure, of both modes")),
  })
  .meta({ id: "AdminMerchantDetail" });

export const change = z
  .object({
    object: z.literal("admin_merchant_change"),
    ...summary,
    onchain,
  })
  .meta({ id: "AdminMerchantChange" });
