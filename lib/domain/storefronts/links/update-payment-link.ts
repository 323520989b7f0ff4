import { transaction } from "@/db/client";
import type { InputOf } from "@/lib/contract/endpoint";
import { linkPriceFaults } from "@/lib/contract/storefronts/payment-link-rules";
import type { updatePaymentLink as declaration } from "@/lib/contract/storefronts/payment-links";
import { invalidRequest } from "@/lib/core/errors";
import { checkReturnUrl } from "@/lib/domain/merchants/return-url";
import { recordAudit } from "@/lib/domain/platform/audit/record-audit";
import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { ownedBy } from "@/lib/domain/platform/owned-by";
import { checkFields, findLink, type LinkRow, type LinkView, viewLink } from "./link-rows";

/**
 * Changes what is given of a payment link; what it sells, and for how much, stays.
 * @throws Refusal `not_found`
 * @throws Refusal `invalid_request`: `url_not_allowed`; `quantity_not_allowed` where the payer chooses the price;
 * as `checkFields`
 */
export async function updatePaymentLink(
  ctx: Context<MerchantActor>,
  { id, ...changes }: InputOf<typeof declaration>,
): Promise<LinkView> {
  checkReturnUrl("successUrl", changes.successUrl ?? undefined, ctx.actor.mode);
  return transaction(ctx.db, async (tx) => {
    await tx`select from payment_links where id = ${id} and ${ownedBy(tx, ctx.actor)} for no key update`;
    const before = await findLink(tx, ctx.actor, id);
    const after = { ...before, ...changes };
    checkQuantity(after);
    if (changes.fields) checkFields(changes.fields, before);
    const { name, maxQuantity, email, successUrl, active } = after;
    await tx`
      update payment_links
      set ${tx({ name, maxQuantity, email, successUrl, active, fields: tx.json(after.fields) })},
        updated_at = clock_now()
      where id = ${id} and ${ownedBy(tx, ctx.actor)}`;
    const names = Object.keys(changes) as (keyof typeof changes)[];
    const of = (row: LinkRow) => Object.fromEntries(names.map((field) => [field, row[field]]));
    await recordAudit(ctx, tx, {
      action: "payment_link.update",
      subject: { type: "payment_link", id },
      before: of(before),
      after: of(after),
    });
    return viewLink(ctx, await findLink(tx, ctx.actor, id));
  });
}

function checkQuantity(link: LinkRow): void {
  const fault = linkPriceFaults(link).find(([field]) => field === "maxQuantity");
  if (!fault) return;
  throw invalidRequest("maxQuantity", `maxQuantity ${fault[1]}.`, {
    reason: "quantity_not_allowed",
  });
}
