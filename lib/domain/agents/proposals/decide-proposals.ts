import type { Db } from "@/db/client";
import { orderHashOf } from "@/lib/adapters/chain/calls/agent-calls";
import { type Chain, deploymentById, deploymentIds } from "@/lib/adapters/chain/chains";
import { type ChainProposal, readProposal } from "@/lib/adapters/chain/reads/agent-treasury";
import { readBlock } from "@/lib/adapters/chain/reads/blocks";
import { type LatestBlock, readLatestBlock } from "@/lib/adapters/chain/reads/latest-block";
import { RpcError } from "@/lib/adapters/chain/rpc/rpc";
import { decisionDays, type JobFailure } from "@/lib/core/agents/job-states";
import { digits } from "@/lib/core/amounts/money";
import { orderOf } from "@/lib/domain/agents/jobs/job-instructions";
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
/** What was given up may be opened all the same, by a call that the owner's wallet was given before. */
const GIVEN_UP_MINUTES = 60;

/**
 * Finds out at the final block what the treasury made of proposals: opened with a job in the escrow, which says from
 * then on where the job stands; waiting for the owner; or withdrawn. What was proposed under a job's id with other terms is
 * another's: the job has failed.
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
    where j.chain_id = ${chain.id} and j.deployment_id = any (${deploymentIds(ctx.chains)}::text[])
      and j.proposal = 'done' and j.chain_job_id is null
      and j.next_check_at <= clock_now()
    order by j.next_check_at limit ${AT_ONCE}`;
  for (const row of rows) {
    try {
      await decideProposal(ctx, row, number);
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      await decideByNewest(ctx, row, number);
    }
  }
}

/**
 * Of a proposal whose state at the final block the node has forgotten. What the newest block calls opened stays so, and is
 * final where the escrow's own event is; one that waits there can be opened by its owner. One that is withdrawn there stays
 * so, and has failed once that block is final and still part of the chain. Nothing else is concluded.
 */
async function decideByNewest(ctx: TaskContext, row: JobRow, final: bigint): Promise<void> {
  if (await isWithdrawn(ctx, row, final)) return giveUp(ctx, row, "proposal_cancelled");
  const found = await readNewest(ctx, row);
  const isOurs = found?.orderHash === orderHashOf(row.treasuryAddress, orderOf(row));
  if (found?.status === "opened" && isOurs) {
    const funded = await ctx.db`
      select from chain_jobs
      where deployment_id = ${row.deploymentId} and chain_job_id = ${digits(found.jobId)}::numeric
        and event = 'JobFunded' and client = ${row.treasuryAddress} and block_number <= ${final}`;
    if (funded.length > 0) return linkJob(ctx, row, found.jobId);
  }
  if (found?.status === "cancelled" && isOurs) await noteWithdrawn(ctx.db, row, found, final);
  const waits = found?.status === "waiting" && isOurs;
  await lookAgain(ctx.db, row, { status: waits ? "waiting" : "none", block: final });
  if (waits) await screenForOwner(ctx, row);
}

/** Whether it was seen withdrawn in a block that is final now. One that was replaced counts for nothing. */
async function isWithdrawn(
  { chains }: TaskContext,
  { deploymentId, withdrawnBlock, withdrawnHash }: JobRow,
  final: bigint,
): Promise<boolean> {
  if (withdrawnBlock === null || withdrawnBlock > final) return false;
  const { rpc } = deploymentById(chains, deploymentId).chain;
  return (await readBlock(rpc, withdrawnBlock))?.hash === withdrawnHash;
}

/** Notes where it was seen withdrawn, unless a block is noted that becomes final earlier. */
async function noteWithdrawn(
  db: Db,
  { id }: JobRow,
  { number, hash }: NewestProposal,
  final: bigint,
): Promise<void> {
  await db`
    update agent_jobs set withdrawn_block = ${number}, withdrawn_hash = ${hash}
    where id = ${id} and chain_job_id is null and coalesce(withdrawn_block, -1) <= ${final}`;
}

/** A proposal at the node's newest block. */
type NewestProposal = ChainProposal & Pick<LatestBlock, "number" | "hash">;

/** Asked for by the block's hash (EIP-1898), so that it is no other block's. Null where the node refuses that, too. */
async function readNewest({ chains }: TaskContext, row: JobRow): Promise<NewestProposal | null> {
  const { chain } = deploymentById(chains, row.deploymentId);
  const { treasuryAddress, proposalId } = row;
  try {
    const { number, hash } = await readLatestBlock(chain);
    const block = { blockHash: hash };
    return { ...(await readProposal(chain.rpc, treasuryAddress, proposalId, block)), number, hash };
  } catch (error) {
    if (error instanceof RpcError) return null;
    throw error;
  }
}

/**
 * Does the same for one.
 * @param block a final one
 * @throws RpcError, RpcUnavailable, ChainDoubt
 */
export async function decideProposal(ctx: TaskContext, row: JobRow, block: bigint): Promise<void> {
  const { rpc } = deploymentById(ctx.chains, row.deploymentId).chain;
  const found = await readProposal(rpc, row.treasuryAddress, row.proposalId, block);
  const isOurs = found.orderHash === orderHashOf(row.treasuryAddress, orderOf(row));
  if (found.status !== "none" && !isOurs) return refuse(ctx, row, { status: found.status, block });
  switch (found.status) {
    case "opened":
      return linkJob(ctx, row, found.jobId);
    case "cancelled":
      return giveUp(ctx, row, "proposal_cancelled");
    default:
      await lookAgain(ctx.db, row, { status: found.status, block });
      if (found.status === "waiting") await screenForOwner(ctx, row);
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

/** The treasury has other terms under the job's id. While they wait there, the owner's wallet can withdraw them. */
async function refuse(ctx: TaskContext, row: JobRow, found: FoundAt): Promise<void> {
  if (found.status !== "waiting") return giveUp(ctx, row, "proposal_refused");
  await failJob(ctx, row.id, "proposal_refused");
  await lookAgain(ctx.db, row, found);
}

/** The treasury will not open it: nothing is left to look at, or to withdraw. A job that had failed keeps its reason. */
async function giveUp(ctx: TaskContext, { id }: JobRow, reason: JobFailure): Promise<void> {
  await failJob(ctx, id, reason);
  await ctx.db`
    update agent_jobs set next_check_at = null, failure_reason = coalesce(failure_reason, ${reason}),
      proposal = case when proposal <> 'done' then proposal end
    where id = ${id} and chain_job_id is null`;
}

/** What a treasury says of a proposal at a block. */
interface FoundAt {
  readonly status: ChainProposal["status"];
  readonly block: bigint;
}

/**
 * A job that was given up is looked at once an hour while its owner can still open the proposal that waits, and no more
 * once its time is over. One that the treasury does not have yet may be there in a later block.
 */
async function lookAgain(db: Db, { id }: JobRow, { status, block }: FoundAt): Promise<void> {
  const waits = status === "waiting";
  await db`
    update agent_jobs j set
      next_check_at = case when closed_at is null or not (${waits} or expires_at < clock_now()) or exists (
        select from chain_jobs e
        where e.chain_id = j.chain_id and e.block_number > ${block} and e.event = 'JobFunded'
          and e.client = j.treasury_address
      ) then clock_now() + ${AGAIN_SECONDS} * interval '1 second'
      when ${waits} and expires_at - ${decisionDays - 1} * interval '1 day' > clock_now()
        then clock_now() + ${GIVEN_UP_MINUTES} * interval '1 minute' end,
      funding = case when ${waits} and status = 'approved' then 'awaiting_owner' else funding end
    where id = ${id} and chain_job_id is null`;
}
