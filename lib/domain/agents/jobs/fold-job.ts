import type { TransactionSql } from "@/db/client";
import { jobPaymentEvents, SUBMITTED_ON_CHAIN, statusAfter } from "@/lib/core/agents/job-events";
import {
  type AgentJobStatus,
  agentJobTransitions,
  decisionDays,
  openJobStatuses,
} from "@/lib/core/agents/job-states";
import { sourcesOf } from "@/lib/core/states";
import { noteSuspect } from "@/lib/domain/wallets/note-suspects";
import { bookJobTransaction, takeBackJobTransaction } from "./book-job";
import { queueJobMail } from "./job-mails";
import { keepRelease } from "./job-releases";
import { type JobRow, readJob } from "./job-rows";
import type { JobEvent } from "./see-job-events";
import { tellJob } from "./tell-job";
import type { JobViewer } from "./view";

/**
 * Puts a job where the escrow's final events leave it, tells of it, and books what was paid. It is folded from all of
 * them each time: a repetition changes nothing, and a part of the chain that is lost takes back what it said. The
 * caller has locked the chain's cursor.
 * @param through the last final block
 */
export async function foldJob(
  viewer: JobViewer,
  tx: TransactionSql,
  id: string,
  through: bigint,
): Promise<void> {
  await tx`select from agent_jobs where id = ${id} for no key update`;
  const before = await readJob(tx, id);
  const events = await tx<JobEvent[]>`
    select * from chain_jobs
    where deployment_id = ${before.deploymentId} and chain_job_id = ${String(before.chainJobId)}::numeric
      and block_number <= ${through}
    order by block_number, log_index`;
  const last = events.findLast(({ event }) => statusAfter(event) !== null);
  const status = last && statusAfter(last.event);
  if (!last || !status) return takeBack(tx, before);
  await write(tx, before, events, { status, last });
  await noteHiddenPayment(tx, before, events, { status, last });
  await bookJobTransaction(tx, before, events);
  const after = await readJob(tx, id);
  await keepRelease(tx, after);
  if (status !== before.status) await tell(viewer, tx, after, last);
}

/** No final event is left of it: it waits for the chain again. */
async function takeBack(tx: TransactionSql, job: JobRow): Promise<void> {
  const { id } = job;
  await takeBackJobTransaction(tx, job);
  await tx`
    update agent_jobs set status = 'approved', closed_at = null, funded_at = null, submitted_at = null,
      completed_at = null, deliverable = null, tx_hash = null, block_number = null, chain_job_id = null,
      held_at = null,
      next_check_at = clock_now(), due_at = expires_at - ${decisionDays} * interval '1 day'
    where id = ${id} and block_number is not null
      and status in ${tx(sourcesOf(agentJobTransitions, "approved"))}`;
}

async function write(
  tx: TransactionSql,
  before: JobRow,
  events: readonly JobEvent[],
  { status, last }: { status: AgentJobStatus; last: JobEvent },
): Promise<void> {
  const at = (name: JobEvent["event"]) => events.find(({ event }) => event === name) ?? null;
  const isOpen = openJobStatuses.includes(status);
  const paid = events.findLast(({ event }) => isPayment(event));
  const heldAt = paid?.event === "PaymentHeld" ? paid.blockTimestamp : null;
  const { count } = await tx`
    update agent_jobs set status = ${status}, funded_at = ${at("JobFunded")?.blockTimestamp ?? null},
      submitted_at = ${at("JobSubmitted")?.blockTimestamp ?? null},
      deliverable = ${at("JobSubmitted")?.deliverable ?? null},
      completed_at = ${at("JobCompleted")?.blockTimestamp ?? null}, held_at = ${heldAt},
      closed_at = case when ${isOpen} then null else coalesce(closed_at, clock_now()) end,
      tx_hash = ${last.txHash}, block_number = ${last.blockNumber}, failure_reason = null,
      approved_at = coalesce(approved_at, clock_now()), proposal = 'done', next_check_at = null,
      due_at = case when not ${isOpen} then null when status <> ${status}
        then expires_at - ${reviewDays(status)} * interval '1 day' else due_at end
    where id = ${before.id} and (status = ${status}
      or status in ${tx(sourcesOf(agentJobTransitions, status))})`;
  if (count !== 1)
    throw new Error(`job ${before.id} cannot become ${status} from ${before.status}`);
}

/** The transaction that decides a job also pays, sends back or holds its money: without that event, one was hidden. */
async function noteHiddenPayment(
  tx: TransactionSql,
  { chainId }: JobRow,
  events: readonly JobEvent[],
  { status, last: { txHash } }: { status: AgentJobStatus; last: JobEvent },
): Promise<void> {
  if (openJobStatuses.includes(status) || events.some(({ event }) => isPayment(event))) return;
  await noteSuspect(tx, { chainId, txHash, foundBy: "outcome" });
}

const isPayment = (event: JobEvent["event"]): boolean =>
  jobPaymentEvents.some((one) => one === event);

/** A submitted job is looked at when the time to submit ends; one without work when the escrow's time does. */
const reviewDays = (status: AgentJobStatus): number => (status === "submitted" ? decisionDays : 0);

async function tell(
  viewer: JobViewer,
  tx: TransactionSql,
  row: JobRow,
  { event, fromStatus }: JobEvent,
): Promise<void> {
  if (event === "JobCompleted" && !row.toldCompleted) {
    await tx`update agent_jobs set told_completed = true where id = ${row.id}`;
    await tellJob(viewer, tx, "agent.job_completed", row);
    await queueJobMail(tx, row, "completed");
  }
  if (event === "JobRejected" && fromStatus === SUBMITTED_ON_CHAIN) {
    await queueJobMail(tx, row, "disputed");
    if (!row.toldDisputed) {
      await tx`update agent_jobs set told_disputed = true where id = ${row.id}`;
      await tellJob(viewer, tx, "agent.job_disputed", row);
    }
  }
  if (event === "JobExpired") await queueJobMail(tx, row, "expired");
}
