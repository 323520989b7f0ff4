import type { getTopMerchants as declaration } from "@/lib/contract/admin/analytics";
import type { InputOf, OutputOf } from "@/lib/contract/endpoint";
import { readDayRange } from "@/lib/domain/insight/figures/read-day-range";
import { isTaken } from "@/lib/domain/insight/figures/recounts";
import type { AdminActor, Context } from "@/lib/domain/platform/context";
import { DEFAULT_LIMIT } from "@/lib/domain/platform/pages/page";

type Output = OutputOf<typeof declaration>;

const DEFAULT_DAYS = 30;

/**
 * The merchants that took most in a range, for each mode and currency by itself.
 * @throws Refusal `invalid_request`: the range is empty or too long
 */
export async function getTopMerchants(
  { db }: Context<AdminActor>,
  { limit = DEFAULT_LIMIT, ...input }: InputOf<typeof declaration>,
): Promise<Output> {
  const { from, to } = await readDayRange(db, input, DEFAULT_DAYS);
  const merchants = await db<Output["merchants"]>`
    select t.rank::int as rank, t.merchant_id, m.business_name, t.mode, t.currency, t.gross, t.fees,
      t.payments
    from (
      select *, row_number() over (
        partition by mode, currency order by gross desc, merchant_id
      ) as rank
      from (
        select merchant_id, mode, currency, sum(amount) as gross, sum(fee) as fees,
          count(*)::int as payments
        from transactions
        where created_at >= ${from} and created_at < ${to} and ${isTaken(db)}
        group by merchant_id, mode, currency
      ) summed
    ) t join merchants m on m.id = t.merchant_id
    where t.rank <= ${limit} order by t.mode, t.currency desc, t.rank`;
  return { object: "admin_top_merchants", merchants: [...merchants] };
}
