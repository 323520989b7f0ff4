import { type TransactionSql, transaction } from "@/db/client";
import type { InputOf } from "@/lib/contract/endpoint";
import type { saveStorefront as declaration } from "@/lib/contract/storefronts/storefronts";
import { newId } from "@/lib/core/ids";
import { recordAudit } from "@/lib/domain/platform/audit/record-audit";
import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { followImageUrl } from "@/lib/domain/platform/images/follow-image-url";
import { ownedBy } from "@/lib/domain/platform/owned-by";
import {
  findStorefront,
  lockStorefront,
  requireStorefront,
  type StoredStorefront,
} from "./storefront-rows";
import { leaveSlug, takeSlug } from "./take-slug";
import { type StorefrontView, viewStorefront } from "./view";

type Fields = Required<InputOf<typeof declaration>>;

/**
 * Makes the merchant's shop, as a draft, or changes all of it. A slug that it leaves rests for everybody else.
 * @throws Refusal `invalid_request` with `param: "slug"`: as `takeSlug`
 */
export async function saveStorefront(
  ctx: Context<MerchantActor>,
  { socialLinks = [], ...input }: InputOf<typeof declaration>,
): Promise<StorefrontView> {
  const fields: Fields = { ...input, socialLinks };
  return transaction(ctx.db, async (tx) => {
    const found = await lockStorefront(tx, ctx.actor);
    const inserted = found ? null : await insertDraft(ctx, tx, fields);
    // Another request made it meanwhile.
    const before = found ?? (inserted ? null : await requireStorefront(tx, ctx.actor));
    const id = before?.id ?? inserted;
    if (!id) throw new Error("a storefront was found or inserted");
    const shop = { ...ctx.actor, id };
    await takeSlug(tx, { ...shop, slug: fields.slug });
    if (before) await change(ctx, tx, before, fields);
    await followPictures(ctx, tx, { id, before, fields });
    const row = await findStorefront(tx, ctx.actor);
    await recordAudit(ctx, tx, {
      action: before ? "storefront.update" : "storefront.create",
      subject: { type: "storefront", id },
      before: before && changed(before, fields, before),
      after: before ? changed(before, fields, fields) : { ...fields },
    });
    return viewStorefront(ctx, row);
  });
}

/** @returns its id; null where the merchant has a shop */
async function insertDraft(
  { actor }: Context<MerchantActor>,
  tx: TransactionSql,
  fields: Fields,
): Promise<string | null> {
  const { merchantId, mode } = actor;
  const [row] = await tx<{ id: string }[]>`
    insert into storefronts ${tx({ id: newId("storefront"), merchantId, mode, ...fields })}
    on conflict (merchant_id, mode) where archived_at is null do nothing
    returning id`;
  return row?.id ?? null;
}

async function change(
  { actor }: Context<MerchantActor>,
  tx: TransactionSql,
  before: StoredStorefront,
  fields: Fields,
): Promise<void> {
  if (before.slug !== fields.slug) await leaveSlug(tx, before, "renamed");
  await tx`
    update storefronts set ${tx(fields)}, updated_at = clock_now()
    where id = ${before.id} and ${ownedBy(tx, actor)}`;
}

async function followPictures(
  { actor: { merchantId } }: Context<MerchantActor>,
  tx: TransactionSql,
  shop: { id: string; before: StoredStorefront | null; fields: Fields },
): Promise<void> {
  const { id: subject, before, fields } = shop;
  const logo = { merchantId, purpose: "storefront_logo", subject } as const;
  await followImageUrl(tx, logo, { before: before?.logoUrl ?? null, after: fields.logoUrl });
  const cover = { merchantId, purpose: "storefront_cover", subject } as const;
  const coverBefore = before?.coverImageUrl ?? null;
  await followImageUrl(tx, cover, { before: coverBefore, after: fields.coverImageUrl });
}

/** Of the fields that a saving changes, what they are in `side`. */
function changed(before: Fields, after: Fields, side: Fields): Record<string, unknown> {
  const names = Object.keys(after) as (keyof Fields)[];
  const differing = names.filter((name) => String(before[name]) !== String(after[name]));
  return Object.fromEntries(differing.map((name) => [name, side[name]]));
}
