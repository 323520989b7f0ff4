import type { TransactionSql } from "@/db/client";
import { stateList } from "@/db/state-list";
import { openCallStates } from "@/lib/core/states";
import {
  BETWEEN_FALLS_SECONDS,
  withdrawFees,
} from "@/lib/domain/wallets/operator-calls/withdraw-fees";
import { feeInForce } from "./registrations/fee-in-force";

/** So many calls of `BETWEEN_FALLS_SECONDS`, for one registry, a merchant may cause; then taking a raise back waits as a fall does. */
const MOST_CALLS = 6;

/**
 * Plans a locked merchant's next fee, after `withdrawPlanned`: where it is lower than in a registry, it falls now, or 30 days
 * after it fell last. Taking back a raise that is not in force yet is no fall.
 * @param feeBps hundredths of a percent
 * @returns from when on the calls may be made; null for now
 */
export async function planFee(
  tx: TransactionSql,
  merchantId: string,
  feeBps: number,
): Promise<Date | null> {
  if (!(await falls(tx, merchantId, feeBps))) return null;
  const [row] = await tx<{ notBefore: Date | null }[]>`
    update merchants set fee_lowered_at = greatest(
      clock_now(), fee_lowered_at + ${BETWEEN_FALLS_SECONDS} * interval '1 second')
    where id = ${merchantId}
    returning case when fee_lowered_at > clock_now() then fee_lowered_at end as not_before`;
  return row?.notBefore ?? null;
}

/**
 * Whether a registry takes a higher fee, or will once its open calls are made; a raise is announced a day before it is in
 * force, so the next call takes it back. One that is announced or called for counts after many calls.
 */
async function falls(tx: TransactionSql, merchantId: string, feeBps: number): Promise<boolean> {
  const open = tx`merchant_id = ${merchantId} and state in (${stateList(tx, openCallStates)})`;
  const higher = await tx`
    select from (
      select deployment_id, min(fee_bps) as lowest,
        (array_agg(coming_bps order by number desc))[1] as newest
      from (
        select deployment_id, number, fee_bps, fee_bps as coming_bps from operator_calls
        where ${open} and kind in ('register', 'set_fee')
        union all
        select deployment_id, 0, ${feeInForce(tx, "r", tx`clock_now()`)},
          coalesce(next_fee_bps, fee_bps)
        from merchant_registrations r
        where merchant_id = ${merchantId} and status in ('active', 'suspended')
      ) known group by deployment_id
    ) d
    where lowest > ${feeBps} or (newest > ${feeBps} and (
      select count(*) from operator_calls c
      where c.deployment_id = d.deployment_id and c.merchant_id = ${merchantId}
        and c.kind = 'set_fee' and (c.batch_id is not null or c.state in (${stateList(tx, openCallStates)}))
        and c.created_at > clock_now() - ${BETWEEN_FALLS_SECONDS} * interval '1 second'
    ) >= ${MOST_CALLS})`;
  return higher.length > 0;
}

/**
 * Takes back what is planned for a locked merchant's fee, so that another tier's fee replaces it: a fall that is not due, and
 * a raise that was never signed.
 */
export async function withdrawPlanned(tx: TransactionSql, merchantId: string): Promise<void> {
  await withdrawFees(
    tx,
    merchantId,
    tx`c.not_before > clock_now() or (c.rounds = 0 and c.batch_id is null and exists (
        select from merchant_registrations r
        where r.deployment_id = c.deployment_id and r.merchant_id = c.merchant_id
          and r.status in ('active', 'suspended')
          and c.fee_bps > ${feeInForce(tx, "r", tx`clock_now()`)}
      ))`,
  );
}
