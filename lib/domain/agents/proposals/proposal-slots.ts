import type { TransactionSql } from "@/db/client";
import { stateList } from "@/db/state-list";
import { agentJobTransitions, sentProposalStates } from "@/lib/core/agents/job-states";
import { sourcesOf } from "@/lib/core/states";
import { readJob } from "@/lib/domain/agents/jobs/job-rows";
import { noteProposal } from "@/lib/domain/agents/jobs/note-job-activity";
import type { NonceUse, SlotRules, TakenBackItems } from "@/lib/domain/wallets/relay-task";
import { slotOutcome } from "@/lib/domain/wallets/slot-outcome";
import { unsendUnwanted } from "@/lib/domain/wallets/unsend-unwanted";

/** A proposal whose transaction the treasury has reverted so often is not made again: each costs gas. */
const MOST_ROUNDS = 3;
const REVERTED_SECONDS = 60;

/** What follows for a job's proposal from where the transaction of its slot is. */
export const proposalSlots: SlotRules = {
  isWanted: (db) => db`exists (
    select from agent_jobs j where j.batch_id = b.id
      and j.proposal in (${stateList(db, sentProposalStates)})
  )`,
  async noteBroadcast() {},
  async noteMined(tx, { batchId, hash }) {
    await tx`
      update agent_jobs set proposal = 'mined', proposal_tx_hash = ${hash}
      where batch_id = ${batchId} and proposal = 'signed'`;
  },
  returnToFlight: (tx, batchIds) => tx`
    update agent_jobs set proposal = 'signed'
    where batch_id = any (${[...batchIds]}::text[]) and proposal = 'mined'`,
  noteConsumed: decideSlot,
  // Slots are locked before their jobs everywhere.
  async lockLost() {},
  takeBack: takeBackProposals,
};

/**
 * The treasury took it in the final block, or it is to be made again: the id is used once, so that a proposal which is
 * there after all is not made twice. A job that was closed meanwhile is not proposed again, nor one that the treasury has
 * refused three times.
 */
async function decideSlot(tx: TransactionSql, batchId: string, by: NonceUse): Promise<void> {
  const outcome = await slotOutcome(tx, by);
  const sent = tx`batch_id = ${batchId} and proposal in (${stateList(tx, sentProposalStates)})`;
  if (outcome.done) {
    const done = await tx<{ id: string }[]>`
      update agent_jobs set proposal = 'done', proposal_tx_hash = ${outcome.hash}, proposal_failure = null,
        next_check_at = clock_now()
      where ${sent} returning id`;
    for (const { id } of done) await noteProposal(tx, await readJob(tx, id));
    return;
  }
  await tx`
    update agent_jobs set proposal = case when closed_at is null then 'queued' end, wallet = null,
      proposal_failure = ${outcome.failure}, rounds = rounds + ${outcome.rounds},
      next_check_at = case when ${outcome.rounds > 0} and closed_at is null
        then clock_now() + ${REVERTED_SECONDS} * interval '1 second' end
    where ${sent}`;
  await tx`
    update agent_jobs set status = 'failed', failure_reason = 'proposal_refused', proposal = null,
      closed_at = clock_now(), due_at = null, next_check_at = null
    where batch_id = ${batchId} and proposal = 'queued' and rounds >= ${MOST_ROUNDS}
      and status in ${tx(sourcesOf(agentJobTransitions, "failed"))}`;
}

/**
 * Slots that are open again carry their proposals again; nothing that followed from them is concluded any more. A job that
 * was closed is not proposed again: a no-op closes its slot, and the treasury says which of the two was mined.
 */
async function takeBackProposals(
  tx: TransactionSql,
  reopened: readonly string[],
): Promise<TakenBackItems> {
  const slots = [...reopened];
  const back = await tx<{ id: string }[]>`
    update agent_jobs set proposal = 'signed', next_check_at = null
    where batch_id = any (${slots}::text[]) and proposal = 'done' and funded_at is null
      and closed_at is null
    returning id`;
  await tx`
    update agent_jobs set next_check_at = clock_now()
    where batch_id = any (${slots}::text[]) and proposal = 'done' and funded_at is null
      and closed_at is not null`;
  await unsendUnwanted(tx, reopened, "propose_job", proposalSlots);
  return { inFlight: back.map(({ id }) => id), queued: [], closed: [] };
}
