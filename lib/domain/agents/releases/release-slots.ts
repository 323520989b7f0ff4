import type { TransactionSql } from "@/db/client";
import { stateList } from "@/db/state-list";
import type { Receipt } from "@/lib/adapters/chain/reads/transactions";
import { type ReleaseKind, sentProposalStates } from "@/lib/core/agents/job-states";
import type { Bytes32 } from "@/lib/core/chain/hex";
import { readJob } from "@/lib/domain/agents/jobs/job-rows";
import { noteRelease } from "@/lib/domain/agents/jobs/note-job-activity";
import { isPayload } from "@/lib/domain/wallets/is-payload";
import type { SlotRules, TakenBackItems } from "@/lib/domain/wallets/relay-task";

/** What follows for money that the escrow was asked for from where the transaction of its slot is. */
export const releaseSlots: SlotRules = {
  isWanted: (db) => db`exists (
    select from agent_job_releases r where r.batch_id = b.id
      and r.state in (${stateList(db, sentProposalStates)})
  )`,
  async noteBroadcast() {},
  async noteMined(tx, { batchId, hash }) {
    await tx`
      update agent_job_releases set state = 'mined', tx_hash = ${hash}
      where batch_id = ${batchId} and state = 'signed'`;
  },
  returnToFlight: (tx, batchIds) => tx`
    update agent_job_releases set state = 'signed'
    where batch_id = any (${[...batchIds]}::text[]) and state = 'mined'`,
  noteConsumed: decideSlot,
  async lockLost() {},
  takeBack: takeBackReleases,
};

/** The escrow sent the money in the final block, or it is asked for again. */
async function decideSlot(
  tx: TransactionSql,
  batchId: string,
  by: { readonly hash: Bytes32; readonly receipt: Receipt } | null,
): Promise<void> {
  const sent = tx`batch_id = ${batchId} and state in (${stateList(tx, sentProposalStates)})`;
  if (by?.receipt.succeeded && (await isPayload(tx, by.hash))) {
    const done = await tx<{ jobId: string; kind: ReleaseKind }[]>`
      update agent_job_releases set state = 'done', tx_hash = ${by.hash}, failure = null,
        next_check_at = null
      where ${sent} returning job_id, kind`;
    for (const { jobId, kind } of done) {
      await noteRelease(tx, await readJob(tx, jobId), { kind, txHash: by.hash });
    }
    return;
  }
  await tx`
    update agent_job_releases set state = 'queued', wallet = null, failure = 'reverted',
      rounds = rounds + 1, next_check_at = null
    where ${sent}`;
}

/** Slots that are open again carry again what they asked for. */
async function takeBackReleases(
  tx: TransactionSql,
  reopened: readonly string[],
): Promise<TakenBackItems> {
  const slots = [...reopened];
  const back = await tx<{ jobId: string }[]>`
    update agent_job_releases set state = 'signed', next_check_at = null
    where batch_id = any (${slots}::text[]) and state = 'done'
    returning job_id`;
  // As if their bytes had never been sent: they are not sent again.
  await tx`
    update relay_batches b set state = 'signed'
    where b.id = any (${slots}::text[]) and b.kind = 'release_job'
      and not ${releaseSlots.isWanted(tx)}`;
  return { inFlight: back.map(({ jobId }) => jobId), queued: [], closed: [] };
}
