import { z } from "zod";
import { endpoint } from "@/lib/contract/endpoint";
import { amount, currency, email, id, instant, mode, says } from "@/lib/contract/fields";
import { modes } from "@/lib/core/modes";
import { productTypes } from "@/lib/core/storefronts/storefront-kinds";
import { planIntervals } from "@/lib/core/subscriptions/subscription-kinds";
import { isOwnPath } from "@/lib/core/text/own-path";

const tag = "Public store";

const picture = (of: string) =>
  z
    .string()
    .nullable()
    .meta(
      says(`${of}, served from here; null without one`, "https://pay.example/api/images/3f.webp"),
    );

/** A product as buyers see it. */
export const storeProduct = z
  .object({
    id: id("product"),
    object: z.literal("store_product"),
    name: z.string().meta(says("What it is called", "Coffee, 250 g")),
    description: z.string().nullable().meta(says("What buyers read about it", "Roasted on Monday")),
    imageUrl: picture("The picture"),
    price: amount.meta(
      says("Of one piece, or of one period, in the token's smallest unit", "12500000"),
    ),
    currency,
    type: z.enum(productTypes).meta(says("Whether it is sold once or by subscription", "one_time")),
    interval: z
      .enum(planIntervals)
      .nullable()
      .meta(says("How often a subscription is charged; null where it is sold once")),
    intervalCount: z
      .number()
      .int()
      .nullable()
      .meta(says("How many intervals there are between two charges; null where it is sold once")),
    available: z
      .number()
      .int()
      .nullable()
      .meta(says("Pieces that can be bought now; null: as many as are wanted", 11)),
  })
  .meta({ id: "StoreProduct" });

export const store = z
  .object({
    object: z.literal("store"),
    mode,
    slug: z.string(),
    url: z.string().meta(says("The shop's page", "https://pay.example/s/aurora-coffee")),
    name: z.string().meta(says("What the shop is called", "Aurora Coffee")),
    description: z
      .string()
      .nullable()
      .meta(says("What visitors read about the shop", "Coffee from the hills")),
    logoUrl: picture("The logo"),
    coverImageUrl: picture("The cover picture"),
    accentColor: z.string().nullable(),
    socialLinks: z.array(z.string()),
    sells: z.boolean().meta(says("Whether anything can be bought now", true)),
    products: z.array(storeProduct).meta(says("Those on sale, in the shop's order, at most 1,000")),
  })
  .meta({ id: "Store" });

const inMode = z
  .enum(modes)
  .optional()
  .meta({ description: "The shop's mode, `live` by default", example: "live" });

const slug = z.string().min(1).max(80);

export const getStore = endpoint({
  method: "GET",
  path: "/store/{slug}",
  tag,
  summary: "Retrieve a shop as visitors see it",
  description:
    "With the products on sale. A draft is not found, and an archived shop is `closed`. The shop of a suspended merchant is shown, and sells nothing. May be kept for a minute; `ETag` tells whether it has changed.",
  auth: "none",
  params: z.strictObject({ slug }),
  query: z.strictObject({ mode: inMode }),
  status: 200,
  cachedSeconds: 60,
  response: store,
  errors: ["not_found"],
});

/** Where a payer goes on, and until when. */
export const checkoutAnswer = <Name extends string>(object: Name) => ({
  object: z.literal(object),
  url: z.string().meta(says("The page to go on with", "https://pay.example/pay/ps_8fK2mQ0x")),
  sessionId: id("paymentSession")
    .nullable()
    .meta(says("The payment session; null for a subscription", "ps_8fK2mQ0xZ7dVbN4tRj1LcW5Y")),
  planId: id("plan").nullable().meta(says("The plan to subscribe to; null for what is sold once")),
  expiresAt: instant.meta(says("Until when the page can be used")),
});

export const checkoutProduct = endpoint({
  method: "POST",
  path: "/store/{slug}/products/{productId}/checkout",
  tag,
  summary: "Buy a product of a shop",
  description:
    "Opens a payment session, which keeps name and price as they are now and reserves one piece of a counted stock for an hour, or leads to the page of a subscription. It is done in the product's mode.",
  auth: "none",
  limit: { group: "storefront-checkout", requests: 20, seconds: 60 },
  params: z.strictObject({
    slug,
    productId: z.string().min(1).max(80).meta({ description: "The product's id" }),
  }),
  body: z.strictObject({
    customerEmail: email.optional().meta(says("The buyer's e-mail address", "ada@example.com")),
    returnPath: z
      .string()
      .max(200)
      .refine(isOwnPath, { message: "must be a path that begins with one slash" })
      .optional()
      .meta(says("Where the buyer goes after paying: a path on this site", "/s/aurora-coffee")),
  }),
  status: 201,
  response: z.object(checkoutAnswer("storefront_checkout")).meta({ id: "StorefrontCheckout" }),
  errors: ["not_found", "permission_denied", "session_invalid_state"],
});
