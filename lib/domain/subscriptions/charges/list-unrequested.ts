import type { Db } from "@/db/client";
import type { Bytes32 } from "@/lib/core/chain/hex";
import type { UnrequestedKind } from "@/lib/core/subscriptions/subscription-kinds";

/** A charge or an end of a subscription on the chain that nothing here asked for. */
export interface UnrequestedCall {
  readonly kind: UnrequestedKind;
  readonly subscriptionId: string;
  readonly chainId: number;
  readonly txHash: Bytes32;
  readonly blockTimestamp: Date;
}

/** What nothing here asked for is told of for so long: a key whose right was taken away does it no more. */
const SHOWN_DAYS = 7;

/** Those of the last week, the newest hundred. */
export function listUnrequested(db: Db): Promise<UnrequestedCall[]> {
  return db<UnrequestedCall[]>`
    select kind, subscription_id, chain_id, tx_hash, block_timestamp from unrequested_calls
    where block_timestamp > clock_now() - ${SHOWN_DAYS} * interval '1 day'
    order by block_timestamp desc, block_number desc, log_index desc limit 100`;
}

/** How many there are of a week, beyond 10,000 not counted. */
export interface UnrequestedCount {
  readonly charges: number;
  readonly ends: number;
  /** Whether one was noted within the last hour. */
  readonly isNew: boolean;
}

export async function countUnrequested(db: Db): Promise<UnrequestedCount> {
  const [row] = await db<UnrequestedCount[]>`
    select count(*) filter (where kind = 'charge')::int as charges,
      count(*) filter (where kind = 'cancellation')::int as ends,
      coalesce(bool_or(created_at > clock_now() - interval '1 hour'), false) as is_new
    from (
      select kind, created_at from unrequested_calls
      where block_timestamp > clock_now() - ${SHOWN_DAYS} * interval '1 day' limit 10000
    ) recent`;
  return row ?? { charges: 0, ends: 0, isNew: false };
}
