import type { Mode } from "@/lib/core/modes";

interface ShopAddress {
  readonly slug: string;
  readonly mode: Mode;
}

/** The path of a shop's page, or of a page below it; shops of test mode say so. */
export const shopPath = ({ slug, mode }: ShopAddress, below = "") =>
  `/s/${slug}${below}${mode === "test" ? "?mode=test" : ""}`;

/** The path of the page of a product. */
export const productPath = (shop: ShopAddress, { id }: { readonly id: string }) =>
  shopPath(shop, `/p/${id}`);

/** The path of the picture that link previews of a shop show, or of one of its products. */
export const previewPath = (shop: ShopAddress, product?: { readonly id: string }) =>
  shopPath(shop, `${product ? `/p/${product.id}` : ""}/preview.jpg`);

/** The path of the picture that link previews of a payment link show. */
export const linkPreviewPath = ({ id }: { readonly id: string }) => `/b/${id}/preview.jpg`;

/** The address of a shop's page. */
export const shopUrl = ({ APP_URL }: { readonly APP_URL: string }, shop: ShopAddress) =>
  `${APP_URL}${shopPath(shop)}`;
