import type { z } from "zod";
import type { product } from "@/lib/contract/storefronts/product-fields";
import type { MerchantActor } from "@/lib/domain/platform/context";
import type { ProductRow, StoredProduct } from "./product-rows";

export type ProductView = z.output<typeof product>;

/** Pieces that can be bought now; null where they are not counted. */
export const availableOf = ({ stock, reserved }: Pick<StoredProduct, "stock" | "reserved">) =>
  stock === null ? null : Math.max(0, stock - reserved);

/** A product as its merchant sees it. */
export const viewProduct = (row: ProductRow): ProductView => ({
  ...row,
  object: "product",
  available: availableOf(row),
});

/** A publishable key is in a browser's hands: it sees what is on sale. */
export const isInBrowser = (actor: MerchantActor): boolean =>
  actor.kind === "key" && actor.keyKind === "publishable";
