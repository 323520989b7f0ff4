import type { z } from "zod";
import type { Db } from "@/db/client";
import type { paymentLinks } from "@/db/schema/storefront-orders";
import type { paymentLink } from "@/lib/contract/storefronts/payment-links";
import { notFound } from "@/lib/core/errors";
import type { Mode } from "@/lib/core/modes";
import type { Context } from "@/lib/domain/platform/context";
import { ownedBy } from "@/lib/domain/platform/owned-by";

export type LinkRow = typeof paymentLinks.$inferSelect;
export type LinkView = z.output<typeof paymentLink>;

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
    select * from payment_links where id = ${id} and ${ownedBy(db, owner)}`;
  if (!row) throw notFound("payment link");
  return row;
}

/** A payment link as its merchant sees it. */
export const viewLink = ({ config }: Pick<Context, "config">, row: LinkRow): LinkView => ({
  ...row,
  object: "payment_link",
  url: `${config.APP_URL}/b/${row.id}`,
});
