import type { OutputOf } from "@/lib/contract/endpoint";
import type { listOwnMerchants as declaration } from "@/lib/contract/merchants/merchants";
import type { Context, SessionActor } from "@/lib/domain/platform/context";

type Page = OutputOf<typeof declaration>;

/** Lists the merchants that a signed-in person belongs to, the default one first. */
export async function listOwnMerchants({ db, actor }: Context<SessionActor>): Promise<Page> {
  const data = await db<Page["data"]>`
    select m.id, 'merchant_membership' as object, m.business_name, m.logo_url, m.status, s.role,
      s.is_default, s.created_at
    from memberships s join merchants m on m.id = s.merchant_id
    where s.user_id = ${actor.userId}
    order by s.is_default desc, s.created_at desc, m.id desc limit 100`;
  return { object: "list", data, hasMore: false, nextCursor: null, url: "/v1/merchants" };
}
