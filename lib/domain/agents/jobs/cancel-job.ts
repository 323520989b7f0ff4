import { transaction } from "@/db/client";
import { cancellableJobStatuses, sentProposalStates } from "@/lib/core/agents/job-states";
import { invalidState } from "@/lib/core/errors";
import { recordAudit } from "@/lib/domain/platform/audit/record-audit";
import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { readClock } from "@/lib/domain/platform/read-clock";
import { type JobRow, lockOwnJob } from "./job-rows";
import { lockSpending } from "./lock-spending";
import { type JobView, viewJob } from "./view";

/**
 * Cancels a job that the escrow holds no money for. Refused while its proposal is on its way: it may be funded with it.
 * @throws Refusal `not_found`
 * @throws Refusal `session_invalid_state` with `job_funded`, `job_proposed` or `job_ended`
 */
export async function cancelJob(
  ctx: Context<MerchantActor>,
  { id }: { id: string },
): Promise<JobView> {
  return transaction(ctx.db, async (tx) => {
    await lockSpending(tx, ctx.actor);
    const row = await lockOwnJob(tx, ctx.actor, id);
    refuseState(row);
    await tx`
      update agent_jobs set status = 'cancelled', closed_at = clock_now(), due_at = null,
        proposal = case when proposal = 'done' then proposal end, next_check_at = null
      where id = ${id} and status in ${tx(cancellableJobStatuses)}`;
    await recordAudit(ctx, tx, {
      action: "agent_job.cancel",
      subject: { type: "agent_job", id },
      before: { status: row.status },
      after: { status: "cancelled" },
    });
    return viewJob(ctx, await lockOwnJob(tx, ctx.actor, id), await readClock(tx));
  });
}

function refuseState({ status: currentStatus, proposal, closedAt }: JobRow): void {
  if (closedAt !== null) {
    throw invalidState(`The job is ${currentStatus}.`, { reason: "job_ended", currentStatus });
  }
  if (!cancellableJobStatuses.includes(currentStatus)) {
    const message = "The escrow holds the job's money: the evaluator decides.";
    throw invalidState(message, { reason: "job_funded", currentStatus });
  }
  if (proposal === null || !sentProposalStates.includes(proposal)) return;
  const message = "The job's proposal is on its way to the chain: try again in a moment.";
  throw invalidState(message, { reason: "job_proposed", currentStatus });
}
