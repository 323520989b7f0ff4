import { transaction } from "@/db/client";
import type { InputOf } from "@/lib/contract/endpoint";
import type { createPaymentLink as declaration } from "@/lib/contract/storefronts/payment-links";
import { digits, toDecimal } from "@/lib/core/amounts/money";
import { invalidRequest } from "@/lib/core/errors";
import { newId } from "@/lib/core/ids";
import { checkReturnUrl } from "@/lib/domain/merchants/return-url";
import { refuseUnsupported } from "@/lib/domain/payments/sessions/choose-terms";
import { recordAudit } from "@/lib/domain/platform/audit/record-audit";
import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { ownedBy } from "@/lib/domain/platform/owned-by";
import { checkFields, findLink, type LinkView, viewLink } from "./link-rows";

type Input = InputOf<typeof declaration>;

/**
 * Makes a payment link, and with it its page.
 * @throws Refusal `invalid_request`: `url_not_allowed`; `product_unknown`; `below_relay_minimum`; `token_unsupported`; as `checkFields`
 */
export async function createPaymentLink(
  ctx: Context<MerchantActor>,
  input: Input,
): Promise<LinkView> {
  const { merchantId, mode } = ctx.actor;
  checkReturnUrl("successUrl", input.successUrl, mode);
  checkMinimum(ctx, input);
  await refuseUnsupported(ctx, input.currency);
  const id = newId("paymentLink");
  const { amount, minAmount, maxAmount, fields = [], ...given } = input;
  return transaction(ctx.db, async (tx) => {
    if (input.productId !== undefined) {
      const [found] = await tx<{ isSubscription: boolean }[]>`
        select plan_id is not null as is_subscription
        from storefront_products where id = ${input.productId} and ${ownedBy(tx, ctx.actor)}`;
      if (!found) {
        throw invalidRequest("productId", "No such product.", { reason: "product_unknown" });
      }
      checkFields(fields, found);
    }
    await tx`insert into payment_links ${tx({
      ...given,
      ...{ id, merchantId, mode },
      amount: amount === undefined ? null : digits(amount),
      minAmount: minAmount === undefined ? null : digits(minAmount),
      maxAmount: maxAmount === undefined ? null : digits(maxAmount),
      fields: tx.json(fields),
    })}`;
    await recordAudit(ctx, tx, {
      action: "payment_link.create",
      subject: { type: "payment_link", id },
      before: null,
      after: { ...input },
    });
    return viewLink(ctx, await findLink(tx, ctx.actor, id));
  });
}

function checkMinimum({ config }: Pick<Context, "config">, input: Input): void {
  const least = BigInt(Math.max(1, config.RELAY_MIN_AMOUNT));
  for (const field of ["amount", "minAmount"] as const) {
    const value = input[field];
    if (value === undefined || value >= least) continue;
    throw invalidRequest(field, `${field} must be ${toDecimal(least)} or more.`, {
      reason: "below_relay_minimum",
    });
  }
}
