import type { InputOf } from "@/lib/contract/endpoint";
import type { listPaymentLinks as declaration } from "@/lib/contract/storefronts/payment-links";
import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { ownedBy } from "@/lib/domain/platform/owned-by";
import { inPage, newestFirst, type Page, toPage } from "@/lib/domain/platform/pages/page";
import { type LinkRow, type LinkView, selectLinks, viewLink } from "./link-rows";

/**
 * Lists the merchant's payment links, newest first.
 * @throws Refusal `invalid_request`: a bad cursor
 */
export async function listPaymentLinks(
  ctx: Context<MerchantActor>,
  input: InputOf<typeof declaration>,
): Promise<Page<LinkView>> {
  const { db, actor } = ctx;
  const active = input.active === undefined ? db`` : db`and l.active = ${input.active}`;
  const listed = db<LinkRow[]>`
    ${selectLinks(db)}
    where ${ownedBy(db, actor, "l")} and ${inPage(db, "l", input)} ${active}`;
  const rows = await newestFirst(db, "l", listed, input);
  return toPage(rows, input, "/v1/payment-links", (row) => viewLink(ctx, row));
}
