import { transaction } from "@/db/client";
import type { Context, SystemActor } from "@/lib/domain/platform/context";
import { confirmSettlements } from "./confirm-settlements";
import type { WaitingSettlement } from "./find-final-settlements";
import { screenPayers } from "./screen-payers";

const BATCH = 100;

/**
 * Screens again the payers whose settlement was held up because screening was unavailable, and
 * confirms those that are clear now. A payer on a list stays held up: that is a person's decision.
 * @returns how many were released
 */
export async function releaseHeldSettlements(
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
    where t.status = 'pending' and t.type <> 'subscription_charge'
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
  await transaction(ctx.db, (tx) => confirmSettlements(ctx, tx, { cleared, held: [] }));
  return cleared.length;
}
