import type { z } from "zod";
import type { Db } from "@/db/client";
import type { paymentLinks } from "@/db/schema/storefront-orders";
import type { paymentLink } from "@/lib/contract/storefronts/payment-links";
import { invalidRequest, notFound } from "@/lib/core/errors";
import type { Mode } from "@/lib/core/modes";
import type { Context } from "@/lib/domain/platform/context";
import { ownedBy } from "@/lib/domain/platform/owned-by";

export type StoredLink = typeof paymentLinks.$inferSelect;
/** A link, with how many subscriptions it has led to whose first charge is confirmed. */
export type LinkRow = StoredLink & { enrolled: number; isSubscription: boolean };
export type LinkView = z.output<typeof paymentLink>;

/** The columns of links `l`; a `where` clause follows. */
export const selectLinks = (db: Db) => db`
  select l.*, (
    select count(*)::int from subscriptions s where s.payment_link_id = l.id and s.charges_made > 0
  ) as enrolled, coalesce((
    select p.plan_id is not null from storefront_products p where p.id = l.product_id
  ), false) as is_subscription
  from payment_links l`;

/**
 * One of the merchant's payment links.
 * @throws Refusal `not_found`
 */
export async function findLink(
  db: Db,
  owner: { merchantId: string; mode: Mode },
  id: string,
): Promise<LinkRow> {
  const [row] = await db<LinkRow[]>`
    ${selectLinks(db)} where l.id = ${id} and ${ownedBy(db, owner, "l")}`;
  if (!row) throw notFound("payment link");
  return row;
}

/**
 * Checks that answers can be stored: a subscription has no metadata.
 * @throws Refusal `invalid_request` with `fields_not_allowed`
 */
export function checkFields(
  fields: StoredLink["fields"],
  { isSubscription }: { isSubscription: boolean },
): void {
  if (!isSubscription || fields.length === 0) return;
  throw invalidRequest("fields", "A link to a subscription can't ask questions.", {
    reason: "fields_not_allowed",
  });
}

/** A payment link as its merchant sees it. */
export const viewLink = ({ config }: Pick<Context, "config">, row: LinkRow): LinkView => ({
  ...row,
  object: "payment_link",
  timesPaid: row.timesPaid + row.enrolled,
  url: `${config.APP_URL}/b/${row.id}`,
});
