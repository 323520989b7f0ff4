import type { Context } from "@/lib/domain/platform/context";

/** A sitemap has so many addresses at most (sitemaps.org); a part of them is for other pages. */
const MOST = 45_000;

/** The paths of all published shops of live mode and of their products, with when they were changed. */
export async function listShopPaths({
  db,
}: Pick<Context, "db">): Promise<{ path: string; changedAt: Date }[]> {
  return db<{ path: string; changedAt: Date }[]>`
    with shops as (
      select f.slug, f.merchant_id, f.updated_at
      from storefronts f join merchants m on m.id = f.merchant_id
      where f.mode = 'live' and f.status = 'published' and m.status <> 'closed'
      order by f.published_at limit ${MOST}
    )
    select '/s/' || slug as path, updated_at as changed_at from shops
    union all
    select * from (
      select '/s/' || s.slug || '/p/' || p.id, p.updated_at
      from shops s
      join storefront_products p on p.merchant_id = s.merchant_id and p.mode = 'live' and p.is_active
      left join subscription_plans l on l.id = p.plan_id
      where p.plan_id is null or l.active
      order by p.updated_at desc limit ${MOST}
    ) products
    limit ${MOST}`;
}
