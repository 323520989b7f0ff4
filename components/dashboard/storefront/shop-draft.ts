import type { ReceivedOutput, SentInput } from "@/lib/contract/endpoint";
import type { getStorefront, saveStorefront } from "@/lib/contract/storefronts/storefronts";
import { reservedSlugs, slugPattern } from "@/lib/core/storefronts/storefront-kinds";

export type Storefront = ReceivedOutput<typeof getStorefront>;
export type ShopInput = SentInput<typeof saveStorefront>;

/** A line for one of the merchant's pages elsewhere. */
export interface DraftLink {
  /** Tells the lines of the form apart. */
  readonly row: number;
  readonly url: string;
}

/** A shop while it is typed. */
export interface ShopDraft {
  readonly name: string;
  readonly slug: string;
  readonly description: string;
  readonly logoUrl: string;
  readonly coverImageUrl: string;
  /** Empty: our own color. */
  readonly accentColor: string;
  readonly socialLinks: readonly DraftLink[];
}

/** A shop as the form for it begins; after an archived one, whose address rests, another address is needed. */
export function draftOf(shop: Storefront | null, businessName: string): ShopDraft {
  if (shop === null) {
    const empty = { description: "", logoUrl: "", coverImageUrl: "", accentColor: "" };
    return { ...empty, name: businessName, slug: slugOf(businessName), socialLinks: [] };
  }
  const { name, slug, status } = shop;
  return {
    name,
    slug: status === "archived" ? "" : slug,
    description: shop.description ?? "",
    logoUrl: shop.logoUrl ?? "",
    coverImageUrl: shop.coverImageUrl ?? "",
    accentColor: shop.accentColor ?? "",
    socialLinks: shop.socialLinks.map((url, row) => ({ row, url })),
  };
}

/** A name as the last part of an address: words in lower case with hyphens between them. */
export const slugOf = (name: string): string =>
  name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\p{M}/gu, "")
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 40)
    .replace(/^-+|-+$/g, "");

/** Why a shop cannot have an address, as far as that is known without asking; null where nothing is wrong. */
export function slugProblem(slug: string): string | null {
  if (slug.length < 3 || slug.length > 40) return "Use 3 to 40 characters.";
  if (!slugPattern.test(slug)) {
    return "Use lower-case letters and digits, with single hyphens between them.";
  }
  return reservedSlugs.has(slug) ? "This address is reserved. Choose a different one." : null;
}

/** Whether a color is one that buttons can have, e.g. `#1a7f64`. */
export const isColor = (text: string): boolean => /^#[0-9a-fA-F]{6}$/.test(text);

/** Whether a link leads to a page of the web by https. */
export const isSecureUrl = (text: string): boolean =>
  URL.canParse(text) && new URL(text).protocol === "https:";

/** The shop as it is sent; null while something is missing or malformed. */
export function inputOf(draft: ShopDraft): ShopInput | null {
  const name = draft.name.trim();
  const { slug } = draft;
  const accentColor = draft.accentColor.trim();
  const socialLinks = draft.socialLinks.map(({ url }) => url.trim());
  if (name.length < 2 || slugProblem(slug) !== null) return null;
  if (accentColor !== "" && !isColor(accentColor)) return null;
  if (!socialLinks.every(isSecureUrl)) return null;
  return {
    name,
    slug,
    description: draft.description.trim() || null,
    logoUrl: draft.logoUrl.trim() || null,
    coverImageUrl: draft.coverImageUrl.trim() || null,
    accentColor: accentColor || null,
    socialLinks,
  };
}

const hasSameLinks = (one: ShopDraft, other: ShopDraft): boolean =>
  one.socialLinks.length === other.socialLinks.length &&
  one.socialLinks.every(({ url }, at) => url === other.socialLinks[at]?.url);

/** A shop with what a draft differs in from `base`, over `stored`. */
export function draftOver(draft: ShopDraft, base: ShopDraft, stored: ShopDraft): ShopDraft {
  const text = (name: Exclude<keyof ShopDraft, "socialLinks">) =>
    draft[name] === base[name] ? stored[name] : draft[name];
  // Equal ones keep their rows, one of which may have the focus.
  const isStored = hasSameLinks(draft, base) && !hasSameLinks(draft, stored);
  return {
    name: text("name"),
    slug: text("slug"),
    description: text("description"),
    logoUrl: text("logoUrl"),
    coverImageUrl: text("coverImageUrl"),
    accentColor: text("accentColor"),
    socialLinks: isStored ? stored.socialLinks : draft.socialLinks,
  };
}

/**
 * What is sent of a shop that is changed: the fields that were typed since `base`, and the others as they are stored,
 * since the API replaces all of them. Null where that is no shop, such as after archiving.
 */
export const storedInput = (
  shop: Storefront,
  base: ShopDraft,
  draft: ShopDraft,
): ShopInput | null => inputOf(draftOver(draft, base, draftOf(shop, shop.name)));
