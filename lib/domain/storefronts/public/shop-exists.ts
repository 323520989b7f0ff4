import { Refusal } from "@/lib/core/errors";
import { idPattern } from "@/lib/core/ids";
import type { Mode } from "@/lib/core/modes";
import type { Context } from "@/lib/domain/platform/context";
import { findOffer } from "./find-offer";
import { findShop } from "./find-shop";

/** Whether there is a page of a shop, or of one of its products: one that was closed has a page that says so. */
export async function shopExists(
  { db }: Pick<Context, "db">,
  { slug, mode, productId }: { slug: string; mode: Mode; productId?: string | undefined },
): Promise<boolean> {
  if (productId !== undefined && !idPattern("product").test(productId)) return false;
  try {
    const offer = productId === undefined ? null : await findOffer(db, { slug, productId });
    return offer === null ? (await findShop(db, { slug, mode })) !== null : offer.mode === mode;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return error.info.details.reason === "closed";
  }
}
