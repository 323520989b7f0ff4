import { type TransactionSql, transaction } from "@/db/client";
import { deploymentById } from "@/lib/adapters/chain/chains";
import { readProposal } from "@/lib/adapters/chain/reads/agent-treasury";
import { isChainTrouble } from "@/lib/adapters/chain/rpc/chain-trouble";
import { requestMs, rpcWithin } from "@/lib/adapters/chain/rpc/rpc-within";
import { cancellableJobStatuses, sentProposalStates } from "@/lib/core/agents/job-states";
import { invalidState } from "@/lib/core/errors";
import { recordAudit } from "@/lib/domain/platform/audit/record-audit";
import type { Context, MerchantActor, PreparedVerb } from "@/lib/domain/platform/context";
import { readClock } from "@/lib/domain/platform/read-clock";
import { findJob, type JobRow, lockOwnJob } from "./job-rows";
import { lockSpending } from "./lock-spending";
import { type JobView, viewJob } from "./view";

type Input = { id: string };

/**
 * Cancels a job that the escrow holds no money for. Refused while its proposal is on its way, and where its treasury is
 * not seen to hold it back: it may be funded with it.
 * @throws Refusal `not_found`
 * @throws Refusal `session_invalid_state` with `job_funded`, `job_proposed` or `job_ended`
 */
export const cancelJob: PreparedVerb<MerchantActor, Input, boolean, JobView> = {
  async prepare(ctx, { id }) {
    const row = await findJob(ctx.db, ctx.actor, id);
    refuseState(row);
    return row.proposal === "done" && (await isHeldBack(ctx, row));
  },

  async run(ctx, { id }, heldBack) {
    return transaction(ctx.db, async (tx) => {
      await lockSpending(tx, ctx.actor);
      const row = await lockOwnJob(tx, ctx.actor, id);
      refuseState(row);
      if (row.proposal === "done" && !heldBack) throw proposed(row);
      await cancel(ctx, tx, row);
      return viewJob(ctx, await lockOwnJob(tx, ctx.actor, id), await readClock(tx));
    });
  },
};

/** What was proposed may be opened still, by the owner's wallet: it is looked at once more. */
async function cancel(
  ctx: Context<MerchantActor>,
  tx: TransactionSql,
  { id, status }: JobRow,
): Promise<void> {
  await tx`
    update agent_jobs set status = 'cancelled', closed_at = clock_now(), due_at = null,
      proposal = case when proposal = 'done' then proposal end,
      next_check_at = case when proposal = 'done' then clock_now() end
    where id = ${id} and status in ${tx(cancellableJobStatuses)}`;
  await recordAudit(ctx, tx, {
    action: "agent_job.cancel",
    subject: { type: "agent_job", id },
    before: { status },
    after: { status: "cancelled" },
  });
}

/**
 * Whether a job's treasury has its proposal, and has not opened it, as the node knows the chain now. From then on only
 * the owner's wallet opens it.
 */
async function isHeldBack({ chains }: Context<MerchantActor>, row: JobRow): Promise<boolean> {
  const rpc = rpcWithin(deploymentById(chains, row.deploymentId).chain.rpc, requestMs);
  try {
    const { status } = await readProposal(rpc, row.treasuryAddress, row.proposalId, "latest");
    return status === "waiting" || status === "cancelled";
  } catch (error) {
    if (isChainTrouble(error)) return false;
    throw error;
  }
}

function refuseState(row: JobRow): void {
  const { status: currentStatus, proposal, closedAt } = row;
  if (closedAt !== null) {
    throw invalidState(`The job is ${currentStatus}.`, { reason: "job_ended", currentStatus });
  }
  if (!cancellableJobStatuses.includes(currentStatus)) {
    const message = "The escrow holds the job's money: the evaluator decides.";
    throw invalidState(message, { reason: "job_funded", currentStatus });
  }
  if (proposal !== null && sentProposalStates.includes(proposal)) throw proposed(row);
}

function proposed({ status: currentStatus }: JobRow) {
  const message = "The job's proposal is on its way to the chain: try again in a moment.";
  return invalidState(message, { reason: "job_proposed", currentStatus });
}
