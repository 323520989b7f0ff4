import type { Mode } from "@/lib/core/modes";

/** The path of a shop's page, or of a page below it; shops of test mode say so. */
export const shopPath = ({ slug, mode }: { slug: string; mode: Mode }, below = "") =>
  `/s/${slug}${below}${mode === "test" ? "?mode=test" : ""}`;

/** The address of a shop's page. */
export const shopUrl = (
  { APP_URL }: { readonly APP_URL: string },
  shop: { slug: string; mode: Mode },
) => `${APP_URL}${shopPath(shop)}`;
