import { transaction } from "@/db/client";
import { deploymentById } from "@/lib/adapters/chain/chains";
import { type ChainProposal, readProposal } from "@/lib/adapters/chain/reads/agent-treasury";
import { escrowedJobStatuses } from "@/lib/core/agents/job-states";
import { impossible } from "@/lib/core/errors";
import { queueRelease } from "@/lib/domain/agents/jobs/job-releases";
import { type JobRow, selectJobs } from "@/lib/domain/agents/jobs/job-rows";
import { type AuditedActor, recordAudit } from "@/lib/domain/platform/audit/record-audit";
import type { Context } from "@/lib/domain/platform/context";
import { readClock } from "@/lib/domain/platform/read-clock";
import { readCertainty } from "@/lib/domain/wallets/finality";
import { decideProposal } from "./decide-proposals";

/** Where a job stands here and on its chain. */
interface JobLook {
  readonly job: Pick<JobRow, "id" | "status" | "proposal"> & { readonly failure: string | null };
  /** What its treasury says of the proposal at the final block. */
  readonly chain: ChainProposal["status"];
  readonly wouldChange: boolean;
}

/**
 * Says where a job stands on its chain, and whether looking at it now would change it. Changes nothing.
 * @throws Refusal `invalid_request` with `not_possible`: there is no such job, or nothing is final on its chain
 * @throws RpcError, RpcUnavailable, ChainDoubt
 */
export async function planJobLook(
  ctx: Pick<Context, "db" | "chains">,
  id: string,
): Promise<JobLook> {
  const { row, found } = await find(ctx, id);
  const now = await readClock(ctx.db);
  const { status, proposal, proposalFailure: failure } = row;
  return {
    job: { id, status, proposal, failure },
    chain: found.status,
    wouldChange: (row.chainJobId === null && proposal === "done") || isOverdue(row, now),
  };
}

/**
 * Looks at a job's proposal now, as the relay does every 15 seconds. One that its treasury does not have, although its
 * transaction was final, is made again: the treasury takes each id once. Of a job whose deadline is over the escrow is asked
 * for the money again.
 * @returns the job's status afterwards
 * @throws Refusal `invalid_request` with `not_possible`
 * @throws RpcError, RpcUnavailable, ChainDoubt
 */
export async function lookAtJob(ctx: Context<AuditedActor>, id: string): Promise<string> {
  const { row, found, block } = await find(ctx, id);
  if (found.status === "none") await proposeAgain(ctx, row);
  else if (isOverdue(row, await readClock(ctx.db))) await askAgain(ctx, row);
  else await decideProposal(ctx, row, block);
  return (await find(ctx, id)).row.status;
}

const isOverdue = ({ status, expiresAt }: JobRow, now: Date): boolean =>
  escrowedJobStatuses.includes(status) && now >= expiresAt;

async function askAgain(ctx: Context<AuditedActor>, row: JobRow): Promise<void> {
  const { id, chainId, merchantId, mode } = row;
  await transaction(ctx.db, async (tx) => {
    await tx`select from agent_jobs where id = ${id} for no key update`;
    await queueRelease(tx, { id, chainId }, "claim_refund");
    await tx`
      update agent_job_releases set next_check_at = null
      where job_id = ${id} and state = 'queued'`;
    await recordAudit(ctx, tx, {
      action: "agent_job.claim_again",
      subject: { type: "agent_job", id },
      owner: { merchantId, mode },
      before: null,
      after: { claimRefund: "queued" },
    });
  });
}

async function find(ctx: Pick<Context, "db" | "chains">, id: string) {
  const [row] = await ctx.db<JobRow[]>`${selectJobs(ctx.db)} where j.id = ${id}`;
  if (!row) throw impossible(`There is no job ${id}.`);
  const certainty = await readCertainty(ctx.db, row.chainId);
  if (!certainty) throw impossible(`Nothing is final on chain ${row.chainId}.`);
  const { rpc } = deploymentById(ctx.chains, row.deploymentId).chain;
  const block = certainty.number;
  const found = await readProposal(rpc, row.treasuryAddress, row.proposalId, block);
  return { row, found, block };
}

async function proposeAgain(ctx: Context<AuditedActor>, row: JobRow): Promise<void> {
  const { id, merchantId, mode } = row;
  await transaction(ctx.db, async (tx) => {
    const { count } = await tx`
      update agent_jobs set proposal = 'queued', wallet = null, next_check_at = null
      where id = ${id} and proposal = 'done' and status = 'approved' and chain_job_id is null`;
    if (count !== 1) return;
    await recordAudit(ctx, tx, {
      action: "agent_job.propose_again",
      subject: { type: "agent_job", id },
      owner: { merchantId, mode },
      before: { proposal: "done" },
      after: { proposal: "queued" },
    });
  });
}
