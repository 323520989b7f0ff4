import type { InputOf } from "@/lib/contract/endpoint";
import type { listApiKeys as declaration } from "@/lib/contract/identity/api-keys";
import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { ownedBy } from "@/lib/domain/platform/owned-by";
import { inPage, newestFirst, type Page, toPage } from "@/lib/domain/platform/pages/page";
import { findLeaks, type KeyRow, selectKey } from "./key-rows";
import { type KeyView, viewKey } from "./view";

/**
 * Lists the merchant's API keys, newest first.
 * @throws Refusal `invalid_request`: a bad cursor
 */
export async function listApiKeys(
  { db, actor }: Context<MerchantActor>,
  input: InputOf<typeof declaration>,
): Promise<Page<KeyView>> {
  const listed = db<KeyRow[]>`
    select ${selectKey(db)} from api_keys k
    where ${ownedBy(db, actor, "k")} and ${inPage(db, "k", input)}`;
  const rows = await newestFirst(db, "k", listed, input);
  const leaks = await findLeaks(db, rows);
  return toPage(rows, input, "/v1/api-keys", (row) => viewKey(row, leaks.get(row.id)));
}
