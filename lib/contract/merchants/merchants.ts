import { z } from "zod";
import { displayName } from "@/lib/contract/display-name";
import { endpoint } from "@/lib/contract/endpoint";
import { address, currency, id, instant, listOf, must } from "@/lib/contract/fields";
import { printed } from "@/lib/contract/printed";
import { nameText } from "@/lib/contract/text-forms";
import { imageStatuses } from "@/lib/core/kinds";
import { membershipRoles, merchantStatuses, tiers } from "@/lib/core/merchants/merchant-states";

const isCountry = must("must be two letters (ISO 3166-1 alpha-2)");

/** A country's two letters, in either case; capitals are kept. */
export const countryCode = z
  .codec(z.string(isCountry).regex(/^[A-Za-z]{2}$/, isCountry), z.string(), {
    decode: (text) => text.toUpperCase(),
    encode: (text) => text,
  })
  .meta({ example: "DE" });

/** The same in capitals alone. */
export const capitalCountryCode = z
  .string(isCountry)
  .regex(/^[A-Z]{2}$/, must("must be two capital letters (ISO 3166-1 alpha-2)"))
  .meta({ example: "DE" });

/** What a merchant is called. */
export const businessName = printed(displayName(nameText(2, 120)));

export const merchant = z
  .object({
    id: id("merchant"),
    object: z.literal("merchant"),
    businessName: z.string(),
    businessSector: z.string().nullable(),
    countryCode: z.string().nullable(),
    websiteUrl: z.string().nullable(),
    logoUrl: z.string().nullable(),
    logoStatus: z.enum(imageStatuses).nullable(),
    supportEmail: z.string().nullable(),
    timeZone: z.string(),
    payoutAddress: address.nullable(),
    defaultCurrency: currency,
    email: z.string().nullable(),
    emailPrefs: z.object({ paymentReceived: z.boolean(), subscriptionCharged: z.boolean() }),
    tier: z.enum(tiers),
    status: z.enum(merchantStatuses),
    metadata: z.record(z.string(), z.unknown()),
    createdAt: instant,
    updatedAt: instant,
  })
  .meta({ id: "Merchant" });

const shared = { auth: "session", status: 200, response: merchant } as const;

/** Requests to `/v1/auth/…` from one address. */
const authLimit = { group: "auth", requests: 10, seconds: 60 };

export const getSignedInMerchant = endpoint({
  ...shared,
  method: "GET",
  path: "/v1/auth/me",
  tag: "Auth",
  summary: "Retrieve the merchant of the session",
  limit: authLimit,
});

export const syncMerchant = endpoint({
  method: "POST",
  path: "/v1/auth/sync",
  tag: "Auth",
  summary: "Create or update the merchant of an access token",
  description:
    "Checks the token as if it were a bearer. A new user gets a merchant, unless the installation is closed (`sign_up_closed`); an address that was changed at the identity provider is updated. Repeating it changes nothing.",
  auth: "none",
  status: 200,
  limit: authLimit,
  body: z.strictObject({
    accessToken: z.string().min(1).meta({ description: "Of the identity provider" }),
  }),
  response: merchant,
  errors: ["authentication_error", "permission_denied"],
});

export const getOwnMerchant = endpoint({
  ...shared,
  method: "GET",
  path: "/v1/merchants/me",
  tag: "Merchants",
  summary: "Retrieve your merchant",
});

const membership = z
  .object({
    id: id("merchant"),
    object: z.literal("merchant_membership"),
    businessName: z.string(),
    logoUrl: z.string().nullable(),
    status: z.enum(merchantStatuses),
    role: z.enum(membershipRoles),
    isDefault: z.boolean(),
    createdAt: instant,
  })
  .meta({ id: "MerchantMembership" });

export const listOwnMerchants = endpoint({
  method: "GET",
  path: "/v1/merchants",
  tag: "Merchants",
  summary: "List your merchants",
  description:
    "All merchants that the person belongs to, the default one first. A request acts for the one that its header `Stipend-Merchant` names, else for the default one.",
  auth: "session",
  status: 200,
  response: listOf(membership),
});

export const createOwnMerchant = endpoint({
  method: "POST",
  path: "/v1/merchants",
  tag: "Merchants",
  summary: "Create a further merchant",
  description:
    "For another business of the same person, who owns it: with its own payments, keys and wallets. A person owns at most five. An installation without platform fees has one merchant, and refuses further ones (`sign_up_closed`).",
  auth: "session",
  whenClosed: true,
  status: 201,
  body: z.strictObject({ businessName }),
  response: merchant,
  errors: ["permission_denied"],
});
