import type { Db } from "@/db/client";
import { type EarlyStage, stages } from "@/lib/core/payments/stages";
import { sessionTransitions, sourcesOf } from "@/lib/core/states";
import type { WaitingSettlement } from "./find-final-settlements";
import { isUnfinal } from "./unfinal";

/** A settlement that its merchant takes at a stage before the final one. */
export type EarlySettlement = WaitingSettlement;

/** Blocks `above` < number ≤ `through`. */
interface BlockRange {
  readonly chainId: number;
  readonly above: bigint;
  readonly through: bigint;
  readonly limit: number;
}

/**
 * The settlements in a range of blocks that pay an open session and count at `stage` by their merchant's
 * confirmation policy, in the chain's order and by whole blocks: at least `limit` of them when there are as
 * many.
 */
export async function findEarlySettlements(
  db: Db,
  stage: EarlyStage,
  { chainId, above, through, limit }: BlockRange,
): Promise<EarlySettlement[]> {
  const reached = stages.slice(0, stages.indexOf(stage) + 1);
  return db<EarlySettlement[]>`
    with waiting as (
      select t.id, t.merchant_id, t.mode, t.deployment_id, t.from_address as payer,
        t.block_number, t.log_index
      from transactions t
      join deployment_contracts d on d.deployment_id = t.deployment_id and d.kind = 'processor'
        and d.joined_at is not null
      join merchants m on m.id = t.merchant_id
      join payment_sessions s on s.id = t.session_id
      where t.chain_id = ${chainId} and ${isUnfinal(db)}
        and t.block_number > ${above} and t.block_number <= ${through}
        and t.payment_exception = 'none'
        and (s.status || '') in ${db(sourcesOf(sessionTransitions, "confirmed"))}
        and exists (
          select from jsonb_to_recordset(m.confirmation_policy)
            as rule(currency text, "upTo" numeric, stage text)
          where rule.currency = t.currency and t.amount <= rule."upTo" and rule.stage = any (${reached})
        )
      order by t.block_number
      fetch first ${limit} rows with ties
    )
    select id, merchant_id, mode, deployment_id, payer, block_number from waiting
    order by block_number, log_index`;
}
