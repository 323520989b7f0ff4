import type { LinkPage } from "@/lib/contract/storefronts/hosted-shop";
import { withoutBidiControls } from "@/lib/core/text/plain-text";
import { readHostedMerchant } from "@/lib/domain/merchants/read-hosted-merchant";
import type { Context, PublicActor } from "@/lib/domain/platform/context";
import { getPublicLink } from "./get-public-link";

/**
 * All that the page of a payment link shows.
 * @throws Refusal `not_found`
 */
export async function loadLinkPage(
  ctx: Context<PublicActor>,
  { linkId }: { linkId: string },
): Promise<LinkPage> {
  const link = await getPublicLink(ctx, { id: linkId });
  const { name, website, supportEmail, logo } = await readHostedMerchant(ctx.db, link);
  const product = link.product && {
    ...link.product,
    name: withoutBidiControls(link.product.name),
    description: link.product.description && withoutBidiControls(link.product.description),
  };
  const fields = link.fields.map((field) => ({
    ...field,
    label: withoutBidiControls(field.label),
  }));
  return {
    link: { ...link, name: withoutBidiControls(link.name), product, fields },
    merchant: { name, website, supportEmail, logo },
  };
}

/** Whether there is a payment link of that id. */
export async function linkExists(
  { db }: Pick<Context, "db">,
  { linkId }: { linkId: string },
): Promise<boolean> {
  return (await db`select from payment_links where id = ${linkId}`).length > 0;
}
