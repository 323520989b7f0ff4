import type { getTopMerchants as declaration } from "@/lib/contract/admin/analytics";
import type { InputOf, OutputOf } from "@/lib/contract/endpoint";
import { dayText } from "@/lib/core/insight/day-range";
import { readDayRange } from "@/lib/domain/insight/figures/read-day-range";
import type { AdminActor, Context } from "@/lib/domain/platform/context";
import { DEFAULT_LIMIT } from "@/lib/domain/platform/pages/page";

type Output = OutputOf<typeof declaration>;

const DEFAULT_DAYS = 30;

/**
 * The merchants that took most in a range of whole days (UTC), for each mode and currency by itself; by counters.
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
        select merchant_id, mode, currency, sum(amount) as gross, sum(fees) as fees,
          sum(payments)::int as payments
        from daily_takings where day >= ${dayText(from)}::date and day < ${dayText(to)}::date
        group by merchant_id, mode, currency having sum(payments) > 0
      ) summed
    ) t join merchants m on m.id = t.merchant_id
    where t.rank <= ${limit} order by t.mode, t.currency desc, t.rank`;
  return { object: "admin_top_merchants", merchants: [...merchants] };
}
