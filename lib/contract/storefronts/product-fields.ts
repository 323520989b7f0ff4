import { z } from "zod";
import { amount, currency, id, instant, mode, says } from "@/lib/contract/fields";
import { imageStatuses } from "@/lib/core/kinds";
import { productTypes } from "@/lib/core/storefronts/storefront-kinds";
import { planIntervals } from "@/lib/core/subscriptions/subscription-kinds";

/** What a picture's status tells. */
export const pictureStatus = z.enum(imageStatuses).nullable();

export const product = z
  .object({
    id: id("product"),
    object: z.literal("product"),
    mode,
    merchantId: id("merchant"),
    name: z.string().meta(says("What it is called", "Coffee, 250 g")),
    description: z.string().nullable().meta(says("What buyers read about it", "Roasted on Monday")),
    imageUrl: z.string().nullable(),
    imageStatus: pictureStatus.meta(
      says(
        "What has become of the picture: see `logoStatus` of a merchant; null without one",
        "ok",
      ),
    ),
    price: amount.meta(
      says("Of one piece, or of one period, in the token's smallest unit", "12500000"),
    ),
    currency,
    type: z
      .enum(productTypes)
      .meta(
        says(
          "`one_time`: sold once for the price; `subscription`: charged at intervals",
          "one_time",
        ),
      ),
    interval: z.enum(planIntervals).nullable(),
    intervalCount: z
      .number()
      .int()
      .nullable()
      .meta(says("How many intervals there are between two charges; null where it is sold once")),
    stock: z.number().int().nullable(),
    available: z
      .number()
      .int()
      .nullable()
      .meta(
        says(
          "Pieces that can be bought now: `stock` less those of open checkouts; of a subscription 0 or null",
          11,
        ),
      ),
    oversold: z
      .number()
      .int()
      .meta(says("Pieces that were paid for when none was left: deliver them later, or refund", 0)),
    isActive: z.boolean(),
    onSale: z
      .boolean()
      .meta(says("Whether it is sold: it is active, and so is the plan of a subscription", true)),
    sortOrder: z.number().int(),
    planId: id("plan")
      .nullable()
      .meta(
        says(
          "The plan that a subscription sells now; null where it is sold once",
          "plan_8fK2mQ0xZ7dVbN4tRj1LcW5Y",
        ),
      ),
    archivedAt: instant.nullable().meta(says("When it was archived, for good; null before")),
    createdAt: instant,
    updatedAt: instant,
  })
  .meta({ id: "Product" });
