import { Refusal } from "@/lib/core/errors";
import { idPattern } from "@/lib/core/ids";
import type { Mode } from "@/lib/core/modes";
import type { Context } from "@/lib/domain/platform/context";
import { findOffer } from "./find-offer";
import { findShop, findShopOfOrder } from "./find-shop";

interface ShopAddress {
  readonly slug: string;
  readonly mode: Mode;
  /** Of the page of a product. */
  readonly productId?: string | undefined;
  /** Of the page after a payment. */
  readonly sessionId?: string | undefined;
}

/**
 * Whether there is a page of a shop, of one of its products, or after a payment: one that was closed has a page that
 * says so.
 */
export async function shopExists(
  { db }: Pick<Context, "db">,
  { slug, mode, productId, sessionId }: ShopAddress,
): Promise<boolean> {
  if (productId !== undefined && !idPattern("product").test(productId)) return false;
  const isSession = sessionId !== undefined && idPattern("paymentSession").test(sessionId);
  if (isSession && (await findShopOfOrder(db, { slug, mode, sessionId }))) return true;
  try {
    const offer = productId === undefined ? null : await findOffer(db, { slug, productId });
    return offer === null ? (await findShop(db, { slug, mode })) !== null : offer.mode === mode;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return error.info.details.reason === "closed";
  }
}
