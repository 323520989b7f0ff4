import { type TransactionSql, transaction } from "@/db/client";
import type { WaitingSettlement } from "@/lib/domain/payments/settlements/find-final-settlements";
import { screenPayers } from "@/lib/domain/payments/settlements/screen-payers";
import type { Context, SystemActor } from "@/lib/domain/platform/context";
import { bookCharges } from "./book-charges";
import { chargeColumns } from "./event-range";
import type { ChargeEvent } from "./subscription-event";

const BATCH = 100;

/**
 * Screens again the payers whose charge was held up because screening was unavailable, and books those that
 * are clear now. A payer on a list stays held up: that is a person's decision. A charge whose enrolment is not booked
 * waits for that.
 * @returns how many were released
 */
export async function releaseHeldCharges(
  ctx: Context<SystemActor>,
  { chainId }: { chainId: number },
): Promise<number> {
  const waiting = await ctx.db<WaitingSettlement[]>`
    select t.id, t.merchant_id, t.mode, t.deployment_id, t.from_address as payer, t.block_number
    from (
      select * from transactions
      where chain_id = ${chainId} and payment_exception = 'screening'
      order by block_number, log_index offset 0
    ) t
    where t.status = 'pending' and t.type = 'subscription_charge'
      and (select enrolled_at from subscriptions where id = t.subscription_id) is not null
      and not exists (select from screening_decisions d where d.resource_id = t.id)
      and not exists (
        select from compliance_screenings c
        where screening_key(c.resource_id, c.subject) = screening_key(t.id, t.from_address)
          and c.subject = t.from_address and c.resource_id = t.id
          and c.result = 'blocked'
      )
    limit ${BATCH}`;
  if (waiting.length === 0) return 0;
  const { cleared } = await screenPayers(ctx, waiting);
  await transaction(ctx.db, (tx) => bookHeldCharges(ctx, tx, cleared));
  return cleared.length;
}

/**
 * Books charges that screening held up, as if their payers had been clear at once. One that is not held up, or not final
 * any more, is left alone, and one whose enrolment is not booked stays held up.
 * @param ids of transactions
 */
export async function bookHeldCharges(
  ctx: Pick<Context, "chains" | "log">,
  tx: TransactionSql,
  ids: readonly string[],
): Promise<void> {
  const held = await tx<(ChargeEvent & { transactionId: string })[]>`
    select ${chargeColumns(tx)}, t.id as transaction_id
    from transactions t
    join chain_cursors k on k.chain_id = t.chain_id and t.block_number <= k.finalized_number
      and k.halted_reason is null and k.doubt_since is null
    join chain_charges e on e.chain_id = t.chain_id and e.block_number = t.block_number
      and e.log_index = t.log_index and e.deployment_id = t.deployment_id
    where t.id = any (${[...ids]}) and t.type = 'subscription_charge' and t.status = 'pending'
      and t.payment_exception = 'screening'
    order by t.block_number, t.log_index`;
  const charges = held.map(({ transactionId, ...event }) => ({
    event,
    verdict: { transactionId, isClear: true },
  }));
  await bookCharges(ctx, tx, charges);
}
