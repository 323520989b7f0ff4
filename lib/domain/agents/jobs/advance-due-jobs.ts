import { type TransactionSql, transaction } from "@/db/client";
import { deploymentIds } from "@/lib/adapters/chain/chains";
import {
  type AgentJobStatus,
  agentJobTransitions,
  escrowedJobStatuses,
  unfundedJobStatuses,
} from "@/lib/core/agents/job-states";
import { sourcesOf } from "@/lib/core/states";
import type { Context } from "@/lib/domain/platform/context";
import { isUndecided } from "./is-undecided";
import { queueJobMail } from "./job-mails";
import { queueRelease } from "./job-releases";
import { type JobRow, readJob } from "./job-rows";

const BATCH = 100;
/** A proposal that is on its way, or that the chain may have opened, decides first. */
const LATER_SECONDS = 60;
const SUBMITTED: AgentJobStatus = "submitted";

/**
 * Does what time alone decides of jobs: one that is not funded while its vendor can still submit is expired; of one that
 * was submitted and not decided the merchant is mailed; one whose deadline is over has its money sent back.
 * @returns how many were due
 */
export async function advanceDueJobs({
  db,
  chains,
}: Pick<Context, "db" | "chains">): Promise<number> {
  const due = await db<{ id: string }[]>`
    select id from agent_jobs
    where due_at <= clock_now() and deployment_id = any (${deploymentIds(chains)}::text[])
    order by due_at limit ${BATCH}`;
  for (const { id } of due) {
    await transaction(db, async (tx) => {
      const locked = await tx`
        select from agent_jobs where id = ${id} and due_at <= clock_now()
        for no key update skip locked`;
      if (locked.length > 0) await advance(tx, await readJob(tx, id));
    });
  }
  return due.length;
}

/** The job is locked. */
async function advance(tx: TransactionSql, row: JobRow): Promise<void> {
  const isUnfunded = unfundedJobStatuses.includes(row.status);
  const isSubmitted = row.status === SUBMITTED;
  if (isUnfunded ? await isUndecided(tx, row) : isSubmitted && !(await isReadThrough(tx, row))) {
    await tx`
      update agent_jobs set due_at = clock_now() + ${LATER_SECONDS} * interval '1 second'
      where id = ${row.id}`;
    return;
  }
  if (isUnfunded) return expire(tx, row);
  const [next] = await tx<{ dueAt: Date | null }[]>`
    update agent_jobs set due_at = case when expires_at > clock_now() then expires_at end
    where id = ${row.id} returning due_at`;
  if (!escrowedJobStatuses.includes(row.status)) return;
  if (isSubmitted) await queueJobMail(tx, row, "expiring");
  if (!next?.dueAt) await queueRelease(tx, row, "claim_refund");
}

/** Whether final blocks are read up to the end of the time to submit: a decision before it is known then. */
async function isReadThrough(tx: TransactionSql, { chainId, submitBy }: JobRow): Promise<boolean> {
  const read = await tx`
    select from chain_cursors
    where chain_id = ${chainId} and halted_reason is null and doubt_since is null
      and finalized_at >= ${submitBy}`;
  return read.length > 0;
}

async function expire(tx: TransactionSql, row: JobRow): Promise<void> {
  await tx`
    update agent_jobs set status = 'expired', closed_at = clock_now(), due_at = null,
      proposal = case when proposal = 'done' then proposal end
    where id = ${row.id} and status in ${tx(sourcesOf(agentJobTransitions, "expired"))}`;
  await queueJobMail(tx, row, "expired");
}
