import type { Db } from "@/db/client";
import type { getMerchant as declaration } from "@/lib/contract/admin/merchants";
import type { OutputOf } from "@/lib/contract/endpoint";
import { currencies } from "@/lib/core/amounts/money";
import { modes } from "@/lib/core/modes";
import {
  type RegistrationStatus,
  readMerchantStatus,
} from "@/lib/domain/operations/read-merchant-status";
import type { AdminActor, Context } from "@/lib/domain/platform/context";
import { readChange, selectSummaries } from "./merchant-summary";

type Detail = OutputOf<typeof declaration>;
type Head = Pick<
  Detail,
  | "id"
  | "businessName"
  | "email"
  | "tier"
  | "status"
  | "hasLive"
  | "createdAt"
  | "businessSector"
  | "countryCode"
  | "websiteUrl"
  | "phone"
  | "customers"
>;

/** How many keys, endpoints and people are shown. */
const MOST = 100;
const MOST_FAILURES = 20;
/** The events that tell of a failure. */
const failures = ["subscription.charge_failed", "refund.failed", "payment.reverted"];

/**
 * A merchant as an admin user sees it. Its records are compared with the registries; a chain that does not answer is
 * left out.
 * @throws Refusal `not_found`
 */
export async function getMerchant(
  { db, chains }: Context<AdminActor>,
  { id }: { id: string },
): Promise<Detail> {
  const { registrations, payoutAddress } = await readMerchantStatus(db, chains, id);
  const [head] = await db<Head[]>`
    select s.*, m.business_sector, m.country_code, m.website_url, m.phone,
      (
        select coalesce(sum(customers_created), 0)::int from daily_customers
        where merchant_id = m.id
      ) as customers
    from (${selectSummaries(db)} where m.id = ${id}) s join merchants m on m.id = s.id`;
  if (!head) throw new Error("the merchant was there");
  const { onchain } = await readChange(db, id);
  return {
    object: "admin_merchant_detail",
    ...head,
    payoutAddress,
    onchain,
    statistics: await readStatistics(db, id),
    registrations: registrations.map(viewRegistration),
    apiKeys: await db<Detail["apiKeys"]>`
      select id, mode, kind, name, prefix, last_used_at, created_at,
        case when status = 'active' and expires_at <= clock_now() then 'expired' else status end
          as status
      from api_keys where merchant_id = ${id} order by created_at desc, id desc limit ${MOST}`,
    webhookEndpoints: await db<Detail["webhookEndpoints"]>`
      select id, mode, url, status, failing_since, failed_events, last_success_at
      from webhook_endpoints where merchant_id = ${id} and deleted_at is null
      order by created_at desc, id desc limit ${MOST}`,
    users: await db<Detail["users"]>`
      select u.id, i.email, s.role, u.status = 'disabled' as locked, s.created_at
      from memberships s join users u on u.id = s.user_id
      left join identity_users i on u.provider = 'embedded' and i.id = u.subject
      where s.merchant_id = ${id} order by s.created_at, u.id limit ${MOST}`,
    recentFailures: await readFailures(db, id),
  };
}

function viewRegistration(row: RegistrationStatus): Detail["registrations"][number] {
  const { mode, deploymentId, chainMerchantId, owner, payout, feeBps, onChain } = row;
  return {
    ...{ mode, deploymentId, owner, feeBps, payoutAddress: payout },
    chainMerchantId: String(chainMerchantId),
    onchainStatus: onChain?.status ?? null,
    settleUntil: onChain?.settleUntil ?? null,
    differences: [...row.differences],
  };
}

async function readStatistics(db: Db, merchantId: string): Promise<Detail["statistics"]> {
  const taken = await db<{ mode: string; currency: string; volume: bigint; payments: number }[]>`
    select mode, currency, sum(amount)::numeric as volume, sum(payments)::int as payments
    from daily_takings where merchant_id = ${merchantId} group by 1, 2`;
  const active = await db<{ mode: string; currency: string; subscriptions: number }[]>`
    select mode, currency, sum(subscriptions)::int as subscriptions from subscription_totals
    where merchant_id = ${merchantId} and status = 'active' group by 1, 2`;
  return modes.flatMap((mode) =>
    currencies.map((currency) => {
      const isIt = (row: { mode: string; currency: string }) =>
        row.mode === mode && row.currency === currency;
      const row = taken.find(isIt);
      return {
        ...{ mode, currency, volume: row?.volume ?? 0n, payments: row?.payments ?? 0 },
        activeSubscriptions: active.find(isIt)?.subscriptions ?? 0,
      };
    }),
  );
}

/** The newest of each mode and type by its index. */
function readFailures(db: Db, merchantId: string): Promise<Detail["recentFailures"]> {
  return db<Detail["recentFailures"]>`
    select e.* from unnest(${[...modes]}::text[]) o (mode)
    cross join unnest(${failures}::text[]) k (type)
    cross join lateral (
      select id, mode, type, resource_id, created_at from events
      where merchant_id = ${merchantId} and mode = o.mode and type = k.type
      order by created_at desc limit ${MOST_FAILURES}
    ) e
    order by e.created_at desc, e.id desc limit ${MOST_FAILURES}`;
}
