import type { TransactionSql } from "@/db/client";
import { stateList } from "@/db/state-list";
import { standingTransactionStatuses, type TransactionStatus } from "@/lib/core/states";
import { exceptionAfter } from "./unwind-settlements";

/** A payment in the part of a chain that is lost, as it was. */
export interface LostPayment {
  readonly id: string;
  readonly was: Extract<TransactionStatus, "pending" | "confirmed">;
  /** Held up by screening. */
  readonly held: boolean;
  readonly sessionId: string | null;
  /** It confirmed its session. */
  readonly paidSession: boolean;
}

/**
 * Takes back every payment above a height, those that were final included: they are `reorged` until the
 * chain has them again. One that was confirmed becomes `reverted` with it. Sessions stay as they are:
 * what a merchant was told of them is not taken back, and their rows are locked for the caller, who tells
 * of those that had paid their session.
 */
export async function takeBackSettlements(
  tx: TransactionSql,
  { chainId, above }: { chainId: number; above: bigint },
): Promise<LostPayment[]> {
  const lost = tx`
    select id from transactions
    where chain_id = ${chainId} and block_number > ${above}
      and status in (${stateList(tx, standingTransactionStatuses)})`;
  await tx`
    select from payment_sessions
    where id = any (array(select session_id from transactions where id in (${lost})))
    order by id for no key update`;
  const paidSession = tx`(
    t.session_id is not null and lost.was = 'confirmed' and lost.exception = 'none'
  )`;
  return tx<LostPayment[]>`
    with lost as (
      select id, status as was, payment_exception as exception from transactions
      where id in (${lost}) order by id for no key update
    )
    update transactions t set status = 'reorged', payment_exception = ${exceptionAfter(tx)},
      announced = t.announced and not ${paidSession}
    from lost where t.id = lost.id
    returning t.id, lost.was, lost.exception = 'screening' as held, t.session_id,
      ${paidSession} as paid_session`;
}
