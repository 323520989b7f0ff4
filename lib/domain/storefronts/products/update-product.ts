import { type TransactionSql, transaction } from "@/db/client";
import type { InputOf } from "@/lib/contract/endpoint";
import {
  type updateProduct as declaration,
  productFaults,
} from "@/lib/contract/storefronts/storefront-products";
import { digits } from "@/lib/core/amounts/money";
import { invalidRequest } from "@/lib/core/errors";
import { refuseUnsupported } from "@/lib/domain/payments/sessions/choose-terms";
import { recordAudit } from "@/lib/domain/platform/audit/record-audit";
import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { followImageUrl } from "@/lib/domain/platform/images/follow-image-url";
import { ownedBy } from "@/lib/domain/platform/owned-by";
import { followPlan } from "./product-plan";
import { findProduct, lockProduct, type StoredProduct } from "./product-rows";
import { type ProductView, viewProduct } from "./view";

type Input = InputOf<typeof declaration>;
type Changes = Partial<Omit<Input, "id" | "settled"> & Pick<StoredProduct, "oversold">>;

/**
 * Changes what is given of a product. Other terms of a subscription make another plan; open checkouts keep theirs.
 * @throws Refusal `not_found`
 * @throws Refusal `session_invalid_state` with `already_archived`, unless `settled` is all that is given
 * @throws Refusal `invalid_request`: an interval of what is sold once, a subscription without one, or more `settled` than is owed
 * @throws Refusal as `refuseUnsupported`; as `createPlan`, where the terms of a subscription change
 */
export async function updateProduct(
  ctx: Context<MerchantActor>,
  { id, settled = 0, ...changes }: Input,
): Promise<ProductView> {
  const { merchantId } = ctx.actor;
  return transaction(ctx.db, async (tx) => {
    // What was paid for beyond the stock is owed for an archived product, too.
    const isArchivedToo = settled > 0 && Object.keys(changes).length === 0;
    const before = await lockProduct(tx, ctx.actor, id, { isArchivedToo });
    const after = { ...before, ...changes, oversold: before.oversold - settled };
    checkFaults(after);
    await refuseUnsupported({ ...ctx, db: tx }, changes.currency);
    checkSettled(before, settled);
    const isOffered = changes.isActive === true;
    const planId = await followPlan(ctx, tx, { before, after, isOffered });
    await write(ctx, tx, { ...after, planId });
    const place = { merchantId, purpose: "product", subject: id } as const;
    await followImageUrl(tx, place, { before: before.imageUrl, after: changes.imageUrl });
    const { oversold } = after;
    await recordChange(ctx, tx, before, settled > 0 ? { ...changes, oversold } : changes);
    return viewProduct(await findProduct(tx, ctx.actor, id));
  });
}

function checkFaults(product: StoredProduct): void {
  const [fault] = productFaults(product);
  if (!fault) return;
  const [field, message] = fault;
  const reason = product.type === "one_time" ? "interval_not_allowed" : "interval_missing";
  throw invalidRequest(field, `${field} ${message}.`, {
    reason: field === "price" ? "amount_too_large" : reason,
  });
}

/** Settled by numbers, and not by what is left: a payment may have added to them meanwhile. */
function checkSettled({ oversold }: StoredProduct, settled: number): void {
  if (settled <= oversold) return;
  throw invalidRequest("settled", `settled must be at most ${oversold}.`, {
    reason: "validation_failed",
  });
}

async function write(
  { actor }: Context<MerchantActor>,
  tx: TransactionSql,
  product: StoredProduct,
): Promise<void> {
  const { name, description, imageUrl, currency, interval, intervalCount } = product;
  const { planId, stock, oversold, isActive, sortOrder } = product;
  const columns = {
    ...{ name, description, imageUrl, currency, interval, intervalCount },
    ...{ planId, stock, oversold, isActive, sortOrder, price: digits(product.price) },
  };
  await tx`
    update storefront_products set ${tx(columns)}, updated_at = clock_now()
    where id = ${product.id} and ${ownedBy(tx, actor)}`;
}

async function recordChange(
  ctx: Context<MerchantActor>,
  tx: TransactionSql,
  before: StoredProduct,
  changes: Changes,
): Promise<void> {
  const names = Object.keys(changes) as (keyof Changes)[];
  const changed = names.filter((name) => changes[name] !== before[name]);
  if (changed.length === 0) return;
  await recordAudit(ctx, tx, {
    action: "product.update",
    subject: { type: "product", id: before.id },
    before: Object.fromEntries(changed.map((name) => [name, before[name]])),
    after: Object.fromEntries(changed.map((name) => [name, changes[name]])),
  });
}
