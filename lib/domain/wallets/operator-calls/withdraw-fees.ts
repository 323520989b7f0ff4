import type { PendingQuery, Row } from "postgres";
import type { TransactionSql } from "@/db/client";

/** How long after a fall of a merchant's fee the next one is made: the calls cost the operator gas. */
export const BETWEEN_FALLS_SECONDS = 30 * 86_400;

/**
 * Takes back a locked merchant's queued calls of fees that meet a condition on the call `c`. The time of a fall of which no
 * call is left does not count.
 */
export async function withdrawFees(
  tx: TransactionSql,
  merchantId: string,
  which: PendingQuery<Row[]>,
): Promise<void> {
  await tx`
    update operator_calls c set state = 'refused', failure = 'withdrawn', next_check_at = null,
      closed_at = clock_now(), updated_at = clock_now()
    where c.merchant_id = ${merchantId} and c.kind = 'set_fee' and c.state = 'queued' and (${which})`;
  await tx`
    update merchants m
    set fee_lowered_at = m.fee_lowered_at - ${BETWEEN_FALLS_SECONDS} * interval '1 second'
    where m.id = ${merchantId} and m.fee_lowered_at > clock_now() and not exists (
      select from operator_calls c
      where c.merchant_id = m.id and c.kind = 'set_fee' and c.state = 'queued'
        and c.not_before > clock_now()
    )`;
}

/** Takes back a locked merchant's falls that are planned in one registry and not due: a fee that is set there waits for none. */
export async function withdrawFalls(
  tx: TransactionSql,
  { merchantId, deploymentId }: { merchantId: string; deploymentId: string },
): Promise<void> {
  const planned = tx`c.deployment_id = ${deploymentId} and c.not_before > clock_now()`;
  await withdrawFees(tx, merchantId, planned);
}
