import type { Db, TransactionSql } from "@/db/client";
import type { storefrontSlugs } from "@/db/schema/storefronts";
import { invalidRequest, type Refusal } from "@/lib/core/errors";
import type { Mode } from "@/lib/core/modes";
import { reservedSlugs, type SlugLeaving } from "@/lib/core/storefronts/storefront-kinds";

/** For so long no other merchant gets a slug that was left. */
const REST_DAYS = 30;

/** A shop that has, or is to have, a slug. */
interface SlugHolder {
  readonly id: string;
  readonly merchantId: string;
  readonly mode: Mode;
  readonly slug: string;
}

const slugId = ({ mode, slug }: Pick<SlugHolder, "mode" | "slug">) => `${mode}:${slug}`;

/** Whether a row `s` of `storefront_slugs` leaves its slug to a shop: it is the shop's, or has rested. */
const isLeftTo = (db: Db, { id, merchantId }: Pick<SlugHolder, "id" | "merchantId">) => db`(
  (s.left_by is null and s.storefront_id = ${id})
  or s.rests_until <= clock_now()
  or (s.left_by = 'renamed' and s.merchant_id = ${merchantId}))`;

/**
 * Gives a shop its slug. The key of `storefront_slugs` lets one of several at once have it.
 * @throws Refusal `invalid_request`: `slug_reserved`, `slug_taken`, `slug_resting`
 */
export async function takeSlug(tx: TransactionSql, shop: SlugHolder): Promise<void> {
  const { id, merchantId, mode, slug } = shop;
  if (reservedSlugs.has(slug)) throw refusalOf(slug, { reason: "slug_reserved" });
  const { count } = await tx`
    insert into storefront_slugs as s (id, mode, slug, merchant_id, storefront_id)
    values (${slugId(shop)}, ${mode}, ${slug}, ${merchantId}, ${id})
    on conflict (id) do update set merchant_id = excluded.merchant_id,
      storefront_id = excluded.storefront_id, left_by = null, rests_until = null
    where ${isLeftTo(tx, shop)}`;
  if (count > 0) return;
  throw refusalOf(slug, (await findObstacle(tx, shop)) ?? { reason: "slug_taken" });
}

/** Why a shop cannot have a slug. */
export interface SlugObstacle {
  readonly reason: "slug_reserved" | "slug_taken" | "slug_resting";
  /** Of one that rests. */
  readonly restsUntil?: Date;
}

/** Why a shop could not have a slug now, by the rule of `takeSlug`; null where it could. Takes nothing. */
export async function findObstacle(db: Db, shop: SlugHolder): Promise<SlugObstacle | null> {
  if (reservedSlugs.has(shop.slug)) return { reason: "slug_reserved" };
  const [row] = await db<Pick<typeof storefrontSlugs.$inferSelect, "restsUntil">[]>`
    select s.rests_until from storefront_slugs s
    where s.id = ${slugId(shop)} and ${isLeftTo(db, shop)} is not true`;
  if (!row) return null;
  const { restsUntil } = row;
  return restsUntil === null ? { reason: "slug_taken" } : { reason: "slug_resting", restsUntil };
}

function refusalOf(slug: string, { reason, restsUntil }: SlugObstacle): Refusal {
  const message = {
    slug_reserved: `${slug} cannot be a shop's address.`,
    slug_taken: "Another shop has this address.",
    slug_resting: "This address was in use less than 30 days ago.",
  }[reason];
  return invalidRequest("slug", message, {
    reason,
    ...(restsUntil && { restsUntil: restsUntil.toISOString() }),
  });
}

/** Lets a slug rest that a shop leaves. */
export async function leaveSlug(
  tx: TransactionSql,
  shop: SlugHolder,
  leftBy: SlugLeaving,
): Promise<void> {
  await tx`
    update storefront_slugs
    set left_by = ${leftBy}, rests_until = clock_now() + ${REST_DAYS} * interval '1 day'
    where id = ${slugId(shop)} and storefront_id = ${shop.id} and left_by is null`;
}
