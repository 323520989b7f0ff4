import { asRows } from "@/db/as-rows";
import { type Db, type TransactionSql, transaction } from "@/db/client";
import type { PaymentFailure } from "@/lib/adapters/chain/revert-reason";
import {
  readSettlementReceipt,
  type SettlementReceipt,
} from "@/lib/adapters/chain/settlement-receipt";
import type { Receipt } from "@/lib/adapters/chain/transactions";
import type { Address, Bytes32 } from "@/lib/core/hex";
import { slotTransitions, sourcesOf, submissionTransitions } from "@/lib/core/states";

/** A slot, and the transaction of it that was found in a block. */
export interface MinedSlot {
  readonly batchId: string;
  readonly processor: Address;
  readonly hash: Bytes32;
  readonly kind: "payload" | "noop";
  readonly receipt: Receipt;
}

interface ItemRow {
  id: string;
  paymentId: Bytes32;
  groupIndex: number;
}

/**
 * Notes that a slot's transaction is in a block, and what its receipt says of each item. It is for
 * display: a block may be orphaned, and an item that failed can still be executed by anyone.
 */
export async function noteMined(db: Db, mined: MinedSlot): Promise<void> {
  const { batchId, hash, kind, receipt, processor } = mined;
  const outcome = readSettlementReceipt(receipt, processor);
  await transaction(db, async (tx) => {
    const { count } = await tx`
      update relay_batches set state = 'mined', consumed_by = ${hash},
        consumed_block = ${receipt.blockNumber}
      where id = ${batchId} and state in ${tx(sourcesOf(slotTransitions, "mined"))}`;
    if (count === 0 || kind === "noop") return;
    await noteItems(tx, batchId, hash, outcome);
  });
}

async function noteItems(
  tx: TransactionSql,
  batchId: string,
  hash: Bytes32,
  outcome: SettlementReceipt,
): Promise<void> {
  // One that is locked is being confirmed, or it shows as mined a little later.
  const items = await tx<ItemRow[]>`
    select s.id, s.payment_id, i.group_index
    from relay_batch_items i join relay_submissions s on s.id = i.submission_id
    where i.batch_id = ${batchId} and i.open
    order by s.id for update of s skip locked`;
  const rows = items.map((item) => ({ id: item.id, failure: failureOf(item, outcome) }));
  await tx`
    update relay_submissions s set state = 'mined', tx_hash = ${hash}, failure_code = r.failure,
      updated_at = now()
    from json_to_recordset(${asRows(rows)}::text::json) as r(id text, failure text)
    where s.id = r.id and s.state in ${tx(sourcesOf(submissionTransitions, "mined"))}`;
}

function failureOf(item: ItemRow, outcome: SettlementReceipt): PaymentFailure | null {
  const { reverted, settled, failed, failedGroups } = outcome;
  if (reverted) return "reverted";
  if (settled.has(item.paymentId)) return null;
  return failed.get(item.paymentId) ?? failedGroups.get(item.groupIndex) ?? null;
}
