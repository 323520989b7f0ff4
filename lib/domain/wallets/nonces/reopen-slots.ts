import { asRows } from "@/db/as-rows";
import type { TransactionSql } from "@/db/client";
import type { LostRange } from "@/lib/domain/wallets/relay-task";

/**
 * Puts the slots back into flight that were used up in a part of the chain that is lost. One that a foreign
 * transaction had used up has no block of its own: the chain's count tells. One whose bytes are not kept
 * any more stays used up: its nonce is a gap, to be filled apart.
 * @returns their ids
 */
export async function reopenSlots(
  tx: TransactionSql,
  { chainId, above, counts }: LostRange,
): Promise<string[]> {
  const slots = await tx<{ id: string }[]>`
    update relay_batches b set state = 'in_flight', consumed_by = null, consumed_block = null,
      consumed_at = null, next_action_at = now()
    from (
      select id from relay_batches
      where chain_id = ${chainId} and state in ('mined', 'consumed') and consumed_block > ${above}
      union
      select f.id from json_to_recordset(${asRows(counts)}::text::json)
        as w(wallet text, count bigint)
      join relay_batches f on f.chain_id = ${chainId} and f.wallet = hex_bytes(w.wallet)
        and f.nonce >= w.count and f.state = 'consumed'
    ) lost
    where b.id = lost.id
      and exists (select from relay_attempts a where a.batch_id = b.id and a.raw is not null)
    returning b.id`;
  const ids = slots.map(({ id }) => id);
  // Due at once.
  await tx`update relay_attempts set last_sent_at = null where batch_id = any (${ids})`;
  return ids;
}
