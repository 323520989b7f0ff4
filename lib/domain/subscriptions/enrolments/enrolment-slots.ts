import type { TransactionSql } from "@/db/client";
import { stateList } from "@/db/state-list";
import { settledSubmissionStates, sourcesOf, submissionTransitions } from "@/lib/core/states";
import { settlementSlots } from "@/lib/domain/payments/settlements/settlement-slots";
import type { MinedSlot, SlotRules, TakenBackItems } from "@/lib/domain/wallets/relay-task";

const { isWanted, noteBroadcast, returnToFlight, noteConsumed } = settlementSlots;

/** What follows for an enrolment from where the transaction of its slot is: as for a payment that goes alone. */
export const enrolmentSlots: SlotRules = {
  isWanted,
  noteBroadcast,
  noteMined,
  returnToFlight,
  noteConsumed,
  // The subscription's row is locked with its books.
  async lockLost() {},
  takeBack,
};

/** For display: an enrolment that reverted can still be made by anyone. */
async function noteMined(tx: TransactionSql, { batchId, hash, receipt }: MinedSlot): Promise<void> {
  await tx`
    update relay_submissions s set state = 'mined', tx_hash = ${hash},
      failure_code = ${receipt.succeeded ? null : "reverted"}, updated_at = clock_now()
    from relay_batch_items i
    where i.batch_id = ${batchId} and i.open and s.id = i.submission_id
      and s.state in ${tx(sourcesOf(submissionTransitions, "mined"))}`;
}

/** Enrolments whose slot is open again are in flight with their stored bytes. */
async function takeBack(tx: TransactionSql, reopened: readonly string[]): Promise<TakenBackItems> {
  const rows = await tx<{ id: string; batchId: string }[]>`
    update relay_submissions s set state = 'broadcast', transaction_id = null, failure_code = null,
      next_check_at = null, closed_at = null, updated_at = clock_now()
    from relay_batch_items i
    where i.submission_id = s.id and i.batch_id = any (${[...reopened]}::text[])
      and s.kind = 'subscription' and s.state in (${stateList(tx, settledSubmissionStates)})
    returning s.id, i.batch_id`;
  for (const { id, batchId } of rows) {
    await tx`
      update relay_batch_items set open = true where submission_id = ${id} and batch_id = ${batchId}`;
  }
  return { inFlight: rows.map(({ id }) => id), queued: [], closed: [] };
}
