import type { TransactionSql } from "@/db/client";
import { stateList } from "@/db/state-list";
import { openCallStates } from "@/lib/core/states";

/** How long after a fall of the fee the next one is made: the calls cost the operator gas. */
const BETWEEN_FALLS_SECONDS = 30 * 86_400;

/**
 * Plans a locked merchant's next fee, after `withdrawFall`: where it is lower in a registry, it falls now, or 30 days
 * after it fell last.
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

/** Whether a registry has a higher fee, has announced one, or is about to get one. */
async function falls(tx: TransactionSql, merchantId: string, feeBps: number): Promise<boolean> {
  const open = tx`merchant_id = ${merchantId} and state in (${stateList(tx, openCallStates)})`;
  const higher = await tx`
    select from (
      select distinct on (deployment_id) fee_bps from (
        select deployment_id, number, fee_bps from operator_calls
        where ${open} and kind in ('register', 'set_fee')
        union all
        select deployment_id, 0, coalesce(next_fee_bps, fee_bps) from merchant_registrations
        where merchant_id = ${merchantId} and status in ('active', 'suspended')
      ) known order by deployment_id, number desc
    ) newest where fee_bps > ${feeBps}`;
  return higher.length > 0;
}

/** Takes back a fall of a locked merchant's fee that is planned and not due, so that another tier's fee replaces it. */
export async function withdrawFall(tx: TransactionSql, merchantId: string): Promise<void> {
  await tx`
    update operator_calls set state = 'refused', failure = 'withdrawn', next_check_at = null,
      closed_at = clock_now(), updated_at = clock_now()
    where merchant_id = ${merchantId} and kind = 'set_fee' and state = 'queued'
      and not_before > clock_now()`;
  await tx`
    update merchants
    set fee_lowered_at = fee_lowered_at - ${BETWEEN_FALLS_SECONDS} * interval '1 second'
    where id = ${merchantId} and fee_lowered_at > clock_now()`;
}
