import type { TransactionSql } from "@/db/client";
import { stateList } from "@/db/state-list";
import { type ReleaseKind, sentProposalStates } from "@/lib/core/agents/job-states";
import { readJob } from "@/lib/domain/agents/jobs/job-rows";
import { noteRelease } from "@/lib/domain/agents/jobs/note-job-activity";
import type { NonceUse, SlotRules, TakenBackItems } from "@/lib/domain/wallets/relay-task";
import { slotOutcome } from "@/lib/domain/wallets/slot-outcome";
import { unsendUnwanted } from "@/lib/domain/wallets/unsend-unwanted";

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
async function decideSlot(tx: TransactionSql, batchId: string, by: NonceUse): Promise<void> {
  const sent = tx`batch_id = ${batchId} and state in (${stateList(tx, sentProposalStates)})`;
  const outcome = await slotOutcome(tx, by);
  if (outcome.done) {
    const done = await tx<{ jobId: string; kind: ReleaseKind }[]>`
      update agent_job_releases set state = 'done', tx_hash = ${outcome.hash}, failure = null,
        next_check_at = null
      where ${sent} returning job_id, kind`;
    for (const { jobId, kind } of done) {
      await noteRelease(tx, await readJob(tx, jobId), { kind, txHash: outcome.hash });
    }
    return;
  }
  await tx`
    update agent_job_releases set state = 'queued', wallet = null, failure = ${outcome.failure},
      rounds = rounds + ${outcome.rounds}, next_check_at = null
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
  await unsendUnwanted(tx, reopened, "release_job", releaseSlots);
  return { inFlight: back.map(({ jobId }) => jobId), queued: [], closed: [] };
}
