import { z } from "zod";
import { endpoint } from "@/lib/contract/endpoint";
import {
  amount,
  currency,
  flagQuery,
  idParams,
  listOf,
  must,
  onceDecoded,
  pageQuery,
  says,
} from "@/lib/contract/fields";
import { nameText } from "@/lib/contract/text-forms";
import { pictureUrl } from "@/lib/contract/urls";
import { maxImageBytes } from "@/lib/core/kinds";
import { type ProductType, productTypes } from "@/lib/core/storefronts/storefront-kinds";
import { planIntervals } from "@/lib/core/subscriptions/subscription-kinds";
import { product } from "./product-fields";

const tag = "Storefront products";

/** What the contract for subscriptions can hold of one amount. */
const MOST_PER_PERIOD = 2n ** 96n - 1n;
/** The largest `integer` of the database. */
const MOST_PIECES = 2_147_483_647;

const countRange = must("must be 1 to 365");
const pieces = must(`must be 0 to ${MOST_PIECES}`);
const place = z.number().int().min(0, pieces).max(MOST_PIECES, pieces);

const shared = {
  name: nameText(1, 120),
  description: z.string().max(2_000).nullable(),
  imageUrl: pictureUrl.nullable(),
  price: amount,
  currency,
  interval: z.enum(planIntervals).nullable(),
  intervalCount: z.number().int().min(1, countRange).max(365, countRange).nullable(),
  stock: place.nullable(),
  isActive: z.boolean(),
  sortOrder: place,
};

/** The rules over a product's fields; the fields that break one, with what they must be. */
export function productFaults(product: {
  readonly type: ProductType;
  readonly price: bigint;
  readonly interval: string | null;
  readonly intervalCount: number | null;
}): [field: "interval" | "intervalCount" | "price", message: string][] {
  const { type, interval, intervalCount, price } = product;
  const isSold = type === "one_time";
  const rule = isSold
    ? "must be null for a product that is sold once"
    : "is required for a subscription";
  const faults: ReturnType<typeof productFaults> = [];
  if ((interval === null) !== isSold) faults.push(["interval", rule]);
  if ((intervalCount === null) !== isSold) faults.push(["intervalCount", rule]);
  if (!isSold && price > MOST_PER_PERIOD) faults.push(["price", "must be at most 2^96 − 1"]);
  return faults;
}

export const createProduct = endpoint({
  method: "POST",
  path: "/v1/storefront/products",
  tag,
  summary: "Create a product",
  description:
    "What a shop or a payment link sells. A subscription makes its plan with it. Products are there without a shop, too.",
  auth: "merchant",
  scope: "storefronts_write",
  body: z
    .strictObject({
      ...shared,
      type: z.enum(productTypes),
      imageUrl: shared.imageUrl.optional(),
      sortOrder: shared.sortOrder.optional(),
    })
    .superRefine((product, { addIssue }) => {
      for (const [field, message] of productFaults(product)) {
        addIssue({ code: "custom", path: [field], message });
      }
    }, onceDecoded)
    .meta({
      example: {
        name: "Coffee, 250 g",
        description: null,
        price: "12500000",
        currency: "USDC",
        type: "one_time",
        interval: null,
        intervalCount: null,
        stock: 12,
        isActive: true,
      },
    }),
  status: 201,
  response: product,
  errors: ["permission_denied"],
});

export const listProducts = endpoint({
  method: "GET",
  path: "/v1/storefront/products",
  tag,
  summary: "List products",
  description: "Publishable keys see those that are on sale.",
  auth: "merchant",
  scope: "storefronts_read",
  publishable: true,
  query: z.strictObject({
    ...pageQuery,
    active: flagQuery.optional().meta({
      description: "`true`: those on sale; `false`: those that are not active",
      example: "true",
    }),
  }),
  status: 200,
  response: listOf(product),
});

export const getProduct = endpoint({
  method: "GET",
  path: "/v1/storefront/products/{id}",
  tag,
  summary: "Retrieve a product",
  description: "A publishable key sees one that is on sale.",
  auth: "merchant",
  scope: "storefronts_read",
  publishable: true,
  params: idParams,
  status: 200,
  response: product,
  errors: ["not_found"],
});

export const updateProduct = endpoint({
  method: "PATCH",
  path: "/v1/storefront/products/{id}",
  tag,
  summary: "Update a product",
  description:
    "Omitted fields stay unchanged, and a product keeps its type. A new price, currency or interval of a subscription archives its plan and makes another one; existing subscribers keep the old terms. `isActive: true` makes another plan where the merchant archived it. A new name or description changes the plan and keeps it. Open checkouts keep the price that they began with.",
  auth: "merchant",
  scope: "storefronts_write",
  params: idParams,
  body: z.strictObject({
    name: shared.name.optional(),
    description: shared.description.optional(),
    imageUrl: shared.imageUrl.optional(),
    price: shared.price.optional(),
    currency: shared.currency.optional(),
    interval: shared.interval.optional(),
    intervalCount: shared.intervalCount.optional(),
    stock: shared.stock.optional(),
    settled: place
      .optional()
      .meta(says("Pieces that were delivered or refunded: `oversold` falls by them", 1)),
    isActive: shared.isActive.optional(),
    sortOrder: shared.sortOrder.optional(),
  }),
  status: 200,
  response: product,
  errors: ["not_found", "permission_denied", "session_invalid_state"],
});

export const uploadProductImage = endpoint({
  method: "POST",
  path: "/v1/storefront/products/{id}/image",
  tag,
  summary: "Upload a product's picture",
  description:
    "The body is the file: a PNG, JPEG, WebP or GIF of at most 2 MB and 16 million pixels. It takes the place of `imageUrl`.",
  auth: "session",
  limit: { group: "product-image", requests: 120, seconds: 3_600 },
  params: idParams,
  upload: { maxBytes: maxImageBytes },
  status: 200,
  response: product,
  errors: ["not_found", "permission_denied", "session_invalid_state"],
});

export const archiveProduct = endpoint({
  method: "POST",
  path: "/v1/storefront/products/{id}/archive",
  tag,
  summary: "Archive a product",
  description:
    "Takes the product off sale for good, and archives its plan; existing subscribers are still charged.",
  auth: "merchant",
  scope: "storefronts_write",
  params: idParams,
  whenClosed: true,
  status: 201,
  response: product,
  errors: ["not_found", "session_invalid_state"],
});
