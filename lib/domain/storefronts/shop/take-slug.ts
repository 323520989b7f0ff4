import type { TransactionSql } from "@/db/client";
import type { storefrontSlugs } from "@/db/schema/storefronts";
import { invalidRequest } from "@/lib/core/errors";
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

/**
 * Gives a shop its slug. The key of `storefront_slugs` lets one of several at once have it.
 * @throws Refusal `invalid_request`: `slug_reserved`, `slug_taken`, `slug_resting`
 */
export async function takeSlug(tx: TransactionSql, shop: SlugHolder): Promise<void> {
  const { id, merchantId, mode, slug } = shop;
  if (reservedSlugs.has(slug)) {
    throw invalidRequest("slug", `${slug} cannot be a shop's address.`, {
      reason: "slug_reserved",
    });
  }
  const { count } = await tx`
    insert into storefront_slugs as s (id, mode, slug, merchant_id, storefront_id)
    values (${slugId(shop)}, ${mode}, ${slug}, ${merchantId}, ${id})
    on conflict (id) do update set merchant_id = excluded.merchant_id,
      storefront_id = excluded.storefront_id, left_by = null, rests_until = null
    where (s.left_by is null and s.storefront_id = excluded.storefront_id)
      or s.rests_until <= clock_now()
      or (s.left_by = 'renamed' and s.merchant_id = excluded.merchant_id)`;
  if (count === 0) throw await refusalOf(tx, shop);
}

async function refusalOf(tx: TransactionSql, shop: SlugHolder) {
  const [row] = await tx<Pick<typeof storefrontSlugs.$inferSelect, "restsUntil">[]>`
    select rests_until from storefront_slugs where id = ${slugId(shop)}`;
  const restsUntil = row?.restsUntil ?? null;
  return restsUntil === null
    ? invalidRequest("slug", "Another shop has this address.", { reason: "slug_taken" })
    : invalidRequest("slug", "This address was in use less than 30 days ago.", {
        reason: "slug_resting",
        restsUntil: restsUntil.toISOString(),
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
