import { z } from "zod";
import { endpoint } from "@/lib/contract/endpoint";
import { id, instant, mode, must, says } from "@/lib/contract/fields";
import { nameText } from "@/lib/contract/text-forms";
import { pictureUrl, secureUrl } from "@/lib/contract/urls";
import { maxImageBytes } from "@/lib/core/kinds";
import { statesOf, storefrontTransitions } from "@/lib/core/states";
import { slugPattern } from "@/lib/core/storefronts/storefront-kinds";
import { pictureStatus } from "./product-fields";

const tag = "Storefronts";

const isSlug = must("must be lower-case letters and digits, with single hyphens between them");
const slugLength = must("must have 3 to 40 characters");
const slug = z.string().min(3, slugLength).max(40, slugLength).regex(slugPattern, isSlug);
const accentColor = z
  .string()
  .regex(/^#[0-9a-fA-F]{6}$/, must("must be a color like #1a7f64"))
  .nullable();

export const storefront = z
  .object({
    id: id("storefront"),
    object: z.literal("storefront"),
    mode,
    merchantId: id("merchant"),
    slug: z.string(),
    url: z
      .string()
      .meta(says("The shop's page, once it is published", "https://pay.example/s/aurora-coffee")),
    status: z
      .enum(statesOf(storefrontTransitions))
      .meta(
        says(
          "`draft`: visible only to you; `published`: visible to everyone; `archived`: closed for good",
          "published",
        ),
      ),
    name: z.string().meta(says("What the shop is called", "Aurora Coffee")),
    description: z
      .string()
      .nullable()
      .meta(says("What visitors read about the shop", "Coffee from the hills")),
    logoUrl: z
      .string()
      .nullable()
      .meta(
        says(
          "The logo's address, as it was given; the shop shows a copy of ours",
          "https://aurora.example/logo.png",
        ),
      ),
    logoStatus: pictureStatus.meta(says("What has become of the logo; null without one", "ok")),
    coverImageUrl: z.string().nullable(),
    coverImageStatus: pictureStatus.meta(
      says("What has become of the cover picture; null without one", "ok"),
    ),
    accentColor: z.string().nullable(),
    socialLinks: z.array(z.string()),
    publishedAt: instant.nullable().meta(says("When it was published last; null before")),
    archivedAt: instant.nullable().meta(says("When it was archived, for good; null before")),
    createdAt: instant,
    updatedAt: instant,
  })
  .meta({ id: "Storefront" });

const shared = { tag, auth: "merchant", response: storefront } as const;

export const getStorefront = endpoint({
  ...shared,
  method: "GET",
  path: "/v1/storefront",
  summary: "Retrieve your storefront",
  description: "The last one, which may be archived. 404 before the first is saved.",
  scope: "storefronts_read",
  status: 200,
  errors: ["not_found"],
});

export const saveStorefront = endpoint({
  ...shared,
  method: "POST",
  path: "/v1/storefront",
  summary: "Save your storefront",
  description:
    "Creates the shop as a draft, or changes all of it; after an archived one it makes a new one. A slug that is left for another rests for 30 days, in which only you may take it back.",
  scope: "storefronts_write",
  body: z
    .strictObject({
      slug,
      name: nameText(2, 120),
      description: z.string().max(2_000).nullable(),
      logoUrl: pictureUrl.nullable(),
      coverImageUrl: pictureUrl.nullable(),
      accentColor,
      socialLinks: z.array(secureUrl).max(10).optional(),
    })
    .meta({
      example: {
        slug: "aurora-coffee",
        name: "Aurora Coffee",
        description: null,
        logoUrl: null,
        coverImageUrl: null,
        accentColor: "#1a7f64",
      },
    }),
  status: 201,
});

const obstacles = ["slug_reserved", "slug_taken", "slug_resting"] as const;

export const checkSlug = endpoint({
  method: "GET",
  path: "/v1/storefront/slugs/{slug}",
  tag,
  summary: "Check a slug for your storefront",
  description:
    "Whether your shop could be saved with it now. It reserves nothing, and tells what saving would.",
  auth: "merchant",
  scope: "storefronts_write",
  limit: { group: "storefront-slugs", requests: 60, seconds: 60 },
  params: z.strictObject({
    slug: slug,
  }),
  status: 200,
  response: z
    .object({
      object: z.literal("storefront_slug"),
      slug: z.string(),
      available: z.boolean().meta(says("Whether your shop can have it", true)),
      reason: z
        .enum(obstacles)
        .nullable()
        .meta(says("Why it cannot be had, as a reason; null where it can")),
      restsUntil: instant
        .nullable()
        .meta(says("When a slug that rests is free again; null for any other")),
    })
    .meta({ id: "StorefrontSlug" }),
});

const uploads = {
  tag,
  auth: "session",
  method: "POST",
  limit: { group: "storefront-pictures", requests: 60, seconds: 3_600 },
  upload: { maxBytes: maxImageBytes },
  status: 200,
  response: storefront,
  errors: ["not_found", "permission_denied", "session_invalid_state"],
} as const;

export const uploadStorefrontLogo = endpoint({
  ...uploads,
  path: "/v1/storefront/logo",
  summary: "Upload your storefront's logo",
  description:
    "The body is the file: a PNG, JPEG, WebP or GIF of at most 2 MB and 16 million pixels. It takes the place of `logoUrl`.",
});

export const uploadStorefrontCover = endpoint({
  ...uploads,
  path: "/v1/storefront/cover",
  summary: "Upload your storefront's cover picture",
  description:
    "The body is the file: a PNG, JPEG, WebP or GIF of at most 2 MB and 16 million pixels. It takes the place of `coverImageUrl`.",
});

export const publishStorefront = endpoint({
  ...shared,
  method: "POST",
  path: "/v1/storefront/publish",
  summary: "Publish your storefront",
  description:
    "Needs an active product, and an active merchant who is registered on the chain. One that is published stays so.",
  scope: "storefronts_write",
  status: 201,
  errors: ["not_found", "permission_denied", "session_invalid_state"],
});

export const unpublishStorefront = endpoint({
  ...shared,
  method: "POST",
  path: "/v1/storefront/unpublish",
  summary: "Unpublish your storefront",
  description: "Takes it back to a draft, which keeps its slug. Open checkouts can still be paid.",
  scope: "storefronts_write",
  whenClosed: true,
  status: 201,
  errors: ["not_found", "session_invalid_state"],
});

export const archiveStorefront = endpoint({
  ...shared,
  method: "POST",
  path: "/v1/storefront/archive",
  summary: "Archive your storefront",
  description:
    "Closes it for good. Its slug rests for 30 days, for you as well; the products stay, for the next one.",
  scope: "storefronts_write",
  whenClosed: true,
  status: 201,
  errors: ["not_found", "session_invalid_state"],
});
