import type { Db } from "@/db/client";
import { type Chain, deploymentById } from "@/lib/adapters/chain/chains";
import { readProposal } from "@/lib/adapters/chain/reads/agent-treasury";
import { RpcError } from "@/lib/adapters/chain/rpc/rpc";
import { type JobRow, selectJobs } from "@/lib/domain/agents/jobs/job-rows";
import { linkJob } from "@/lib/domain/agents/jobs/link-job";
import { screenVendor } from "@/lib/domain/agents/jobs/screen-vendor";
import type { Context } from "@/lib/domain/platform/context";
import type { Finality } from "@/lib/domain/wallets/finality";
import { failJob } from "./fail-job";

type TaskContext = Pick<Context, "db" | "chains" | "config">;

const AT_ONCE = 20;
/** A proposal waits for its owner for days; one whose escrow was seen is looked at at once. */
const AGAIN_SECONDS = 15;
const SCREENED_MINUTES = 60;

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
      if (status === "waiting") await screenForOwner(ctx, row);
  }
}

/**
 * Screens the vendor of a proposal that the owner's wallet is to fund, once an hour while it waits. The wallet's call is
 * given only while that was clear; a blocked vendor's job fails, and the wallet can withdraw the proposal.
 */
async function screenForOwner(ctx: TaskContext, row: JobRow): Promise<void> {
  const [due] = await ctx.db`
    select from agent_jobs where id = ${row.id} and status = 'approved' and chain_job_id is null
      and coalesce(screened_at, '-infinity') <= clock_now() - ${SCREENED_MINUTES} * interval '1 minute'`;
  if (!due) return;
  const verdict = await screenVendor(ctx, row, "agent_job_funding");
  if (verdict === "blocked") return failJob(ctx, row.id, "vendor_blocked");
  const isClear = verdict === "clear";
  await ctx.db`
    update agent_jobs set screened_at = case when ${isClear} then clock_now() end,
      proposal_failure = case when not ${isClear} then 'screening_unavailable' end
    where id = ${row.id} and status = 'approved' and chain_job_id is null`;
}

async function lookAgain(db: Db, { id }: JobRow): Promise<void> {
  await db`
    update agent_jobs set next_check_at = clock_now() + ${AGAIN_SECONDS} * interval '1 second',
      funding = case when status = 'approved' then 'awaiting_owner' else funding end
    where id = ${id} and chain_job_id is null`;
}
