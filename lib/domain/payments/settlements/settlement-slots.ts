import { asRows } from "@/db/as-rows";
import type { TransactionSql } from "@/db/client";
import { stateList } from "@/db/state-list";
import {
  readSettlementReceipt,
  type SettlementReceipt,
} from "@/lib/adapters/chain/reads/settlement-receipt";
import type { PaymentFailure } from "@/lib/adapters/chain/rpc/revert-reason";
import type { Bytes32 } from "@/lib/core/chain/hex";
import { signedSubmissionStates, sourcesOf, submissionTransitions } from "@/lib/core/states";
import type { MinedSlot, SlotRules } from "@/lib/domain/wallets/relay-task";
import { lockSubmissions, takeBackSubmissions } from "./take-back-submissions";

/** What follows for submissions from where the transaction of their slot is. */
export const settlementSlots: SlotRules = {
  isWanted: (db) => db`exists (
    select from relay_batch_items i join relay_submissions s on s.id = i.submission_id
    where i.batch_id = b.id and i.open and s.state in (${stateList(db, signedSubmissionStates)})
  )`,
  noteBroadcast: (tx, batchId) => tx`
    with sent as (
      select s.id from relay_batch_items i join relay_submissions s on s.id = i.submission_id
      where i.batch_id = ${batchId} and i.open and s.state = 'signed'
      order by s.id for no key update of s skip locked
    )
    update relay_submissions s set state = 'broadcast', updated_at = clock_now()
    from sent where s.id = sent.id`,
  noteMined,
  returnToFlight: (tx, batchIds) => tx`
    with orphaned as (
      select s.id from relay_batch_items i join relay_submissions s on s.id = i.submission_id
      where i.batch_id = any (${[...batchIds]}::text[]) and i.open and s.state = 'mined'
      order by s.id for no key update of s skip locked
    )
    update relay_submissions s set state = 'broadcast', failure_code = null, updated_at = clock_now()
    from orphaned where s.id = orphaned.id`,
  /** Items that were settled or are dead need no slot any more; the others are decided apart. */
  async noteConsumed(tx, batchId) {
    await tx`
      update relay_batch_items i set open = false from relay_submissions s
      where i.batch_id = ${batchId} and i.open and s.id = i.submission_id
        and s.state not in (${stateList(tx, signedSubmissionStates)})`;
  },
  lockLost: lockSubmissions,
  takeBack: takeBackSubmissions,
};

interface ItemRow {
  id: string;
  paymentId: Bytes32;
  groupIndex: number;
}

/** What the receipt says of each item. It is for display: an item that failed can still be executed by anyone. */
async function noteMined(
  tx: TransactionSql,
  { batchId, hash, receipt, callTo: processor }: MinedSlot,
): Promise<void> {
  const outcome = readSettlementReceipt(receipt, processor);
  // One that is locked is being confirmed, or it shows as mined a little later.
  const items = await tx<ItemRow[]>`
    select s.id, s.payment_id, i.group_index
    from relay_batch_items i join relay_submissions s on s.id = i.submission_id
    where i.batch_id = ${batchId} and i.open
    order by s.id for no key update of s skip locked`;
  const rows = items.map((item) => ({ id: item.id, failure: failureOf(item, outcome) }));
  await tx`
    update relay_submissions s set state = 'mined', tx_hash = ${hash}, failure_code = r.failure,
      updated_at = clock_now()
    from json_to_recordset(${asRows(rows)}::text::json) as r(id text, failure text)
    where s.id = r.id and s.state in ${tx(sourcesOf(submissionTransitions, "mined"))}`;
}

function failureOf(item: ItemRow, outcome: SettlementReceipt): PaymentFailure | null {
  const { reverted, settled, failed, failedGroups } = outcome;
  if (reverted) return "reverted";
  if (settled.has(item.paymentId)) return null;
  return failed.get(item.paymentId) ?? failedGroups.get(item.groupIndex) ?? null;
}
