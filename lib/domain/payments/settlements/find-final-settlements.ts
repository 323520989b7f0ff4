import type { Db } from "@/db/client";
import type { Address } from "@/lib/core/chain/hex";
import type { Mode } from "@/lib/core/modes";
import { isUnfinal } from "./unfinal";

/** A mined settlement that waits to be confirmed. */
export interface WaitingSettlement {
  /** `txn_…` */
  id: string;
  merchantId: string;
  mode: Mode;
  deploymentId: string;
  payer: Address;
  blockNumber: bigint;
}

/**
 * The settlements up to a height that are neither confirmed nor held up by screening, in the chain's
 * order and by whole blocks: at least `limit` of them when there are as many.
 */
export async function findFinalSettlements(
  db: Db,
  { chainId, through, limit }: { chainId: number; through: bigint; limit: number },
): Promise<WaitingSettlement[]> {
  return db<WaitingSettlement[]>`
    with waiting as (
      select t.id, t.merchant_id, t.mode, t.deployment_id, t.from_address as payer,
        t.block_number, t.log_index
      from transactions t
      join deployment_contracts d on d.deployment_id = t.deployment_id and d.kind = 'processor'
        and d.joined_at is not null
      where t.chain_id = ${chainId} and ${isUnfinal(db)} and t.block_number <= ${through}
        and t.payment_exception <> 'screening' and t.type <> 'subscription_charge'
      order by t.block_number
      fetch first ${limit} rows with ties
    )
    select id, merchant_id, mode, deployment_id, payer, block_number from waiting
    order by block_number, log_index`;
}
