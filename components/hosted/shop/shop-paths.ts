import type { Mode } from "@/lib/core/modes";

interface ShopAddress {
  readonly slug: string;
  readonly mode: Mode;
}

const withMode = (path: string, mode: Mode) => (mode === "test" ? `${path}?mode=test` : path);

/** The path of a shop's page; shops of test mode say so. */
export const shopPath = ({ slug, mode }: ShopAddress) => withMode(`/s/${slug}`, mode);

/** The path of the page of a product. */
export const productPath = ({ slug, mode }: ShopAddress, { id }: { id: string }) =>
  withMode(`/s/${slug}/p/${id}`, mode);
