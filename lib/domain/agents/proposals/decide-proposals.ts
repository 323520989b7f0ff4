import type { Db } from "@/db/client";
import { type Chain, deploymentById } from "@/lib/adapters/chain/chains";
import { readProposal } from "@/lib/adapters/chain/reads/agent-treasury";
import { RpcError } from "@/lib/adapters/chain/rpc/rpc";
import { type JobRow, selectJobs } from "@/lib/domain/agents/jobs/job-rows";
import { linkJob } from "@/lib/domain/agents/jobs/link-job";
import type { Context } from "@/lib/domain/platform/context";
import type { Finality } from "@/lib/domain/wallets/finality";
import { failJob } from "./fail-job";

type TaskContext = Pick<Context, "db" | "chains" | "config">;

const AT_ONCE = 20;
/** A proposal waits for its owner for days; one whose escrow was seen is looked at at once. */
const AGAIN_SECONDS = 15;

/**
 * Finds out at the final block what the treasury made of proposals: opened with a job in the escrow, which says from
 * then on where the job stands; waiting for the owner; or withdrawn.
 * @throws RpcUnavailable, ChainDoubt
 */
export async function decideProposals(
  ctx: TaskContext,
  chain: Chain,
  { number }: Finality,
): Promise<void> {
  const { db } = ctx;
  const rows = await db<JobRow[]>`
    ${selectJobs(db)}
    where j.chain_id = ${chain.id} and j.proposal = 'done' and j.chain_job_id is null
      and j.next_check_at <= clock_now()
    order by j.next_check_at limit ${AT_ONCE}`;
  for (const row of rows) {
    try {
      await decideProposal(ctx, row, number);
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      await lookAgain(db, row);
    }
  }
}

/**
 * Does the same for one.
 * @param block a final one
 * @throws RpcError, RpcUnavailable, ChainDoubt
 */
export async function decideProposal(ctx: TaskContext, row: JobRow, block: bigint): Promise<void> {
  const { rpc } = deploymentById(ctx.chains, row.deploymentId).chain;
  const { status, jobId } = await readProposal(rpc, row.treasuryAddress, row.proposalId, block);
  switch (status) {
    case "opened":
      await linkJob(ctx, row, jobId);
      return;
    case "cancelled":
      await failJob(ctx, row.id, "proposal_cancelled");
      await ctx.db`
        update agent_jobs set next_check_at = null, failure_reason = 'proposal_cancelled'
        where id = ${row.id} and chain_job_id is null`;
      return;
    default:
      await lookAgain(ctx.db, row);
  }
}

async function lookAgain(db: Db, { id }: JobRow): Promise<void> {
  await db`
    update agent_jobs set next_check_at = clock_now() + ${AGAIN_SECONDS} * interval '1 second',
      funding = case when status = 'approved' then 'awaiting_owner' else funding end
    where id = ${id} and chain_job_id is null`;
}
