import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { findKey } from "./key-rows";
import { type KeyView, viewFound } from "./view";

/**
 * Retrieves one of the merchant's API keys.
 * @throws Refusal `not_found`
 */
export async function getApiKey(
  { db, actor }: Context<MerchantActor>,
  { id }: { id: string },
): Promise<KeyView> {
  return viewFound(db, await findKey(db, actor, id));
}
