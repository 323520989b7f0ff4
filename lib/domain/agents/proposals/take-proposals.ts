import { type Db, type TransactionSql, transaction } from "@/db/client";
import { stateList } from "@/db/state-list";
import { isUsed, PROPOSE_GAS, proposeJobData } from "@/lib/adapters/chain/calls/agent-calls";
import { simulateCall } from "@/lib/adapters/chain/calls/simulate-call";
import { deploymentById, deploymentIds } from "@/lib/adapters/chain/chains";
import { openProposalStates } from "@/lib/core/agents/job-states";
import { orderOf } from "@/lib/domain/agents/jobs/job-instructions";
import { type JobRow, selectJobs } from "@/lib/domain/agents/jobs/job-rows";
import { screenVendor } from "@/lib/domain/agents/jobs/screen-vendor";
import type { Context } from "@/lib/domain/platform/context";
import type { Shard } from "@/lib/domain/wallets/queue/shard";
import type { Candidate, Carrier, SignedSlot, SlotCall } from "@/lib/domain/wallets/relay-task";
import { failJob } from "./fail-job";
import { settingsHold } from "./settings-hold";

type TaskContext = Pick<Context, "db" | "log" | "config" | "chains">;

const AT_ONCE = 10;
/** While the wallet works on one, it is not taken again; if the process dies, it is taken again after this. */
const TAKEN_SECONDS = 20;
/** After the treasury would have refused it, the vendor could not be screened, or the settings held it back. */
const REFUSED_SECONDS = 30;
/** A job that is not funded by then has no time left for its vendor. */
const isInTime = (db: Db) => db`j.due_at > clock_now()`;

/**
 * A query of the proposals that are due on a chain: first those that were not looked at yet, so that the ones which their
 * treasuries refuse, however many, keep no others waiting.
 */
export function dueProposals(db: Db, { chainId }: Pick<Shard, "chainId">, most: number) {
  return db`
    select j.id, j.approved_at from agent_jobs j
    where j.chain_id = ${chainId} and j.proposal in (${stateList(db, openProposalStates)})
      and j.proposal = 'queued' and j.status = 'approved' and ${isInTime(db)}
      and (j.next_check_at is null or j.next_check_at <= clock_now())
    order by j.next_check_at nulls first, j.approved_at limit ${most}`;
}

/** Takes proposals that are due, screens their vendors once more, and plans a call for each. */
export async function takeProposals(
  ctx: TaskContext,
  { shard }: Carrier,
): Promise<{ taken: number; candidates: Candidate[] }> {
  const ids = await transaction(ctx.db, (tx) => {
    return tx<{ id: string }[]>`
      with due as materialized (
        select id from agent_jobs
        where id in (select id from (${dueProposals(tx, shard, AT_ONCE)}) d) and proposal = 'queued'
        for no key update skip locked
      )
      update agent_jobs j set wallet = ${shard.wallet},
        next_check_at = clock_now() + ${TAKEN_SECONDS} * interval '1 second'
      where j.id in (select id from due)
      returning j.id`;
  });
  const rows = await ctx.db<JobRow[]>`
    ${selectJobs(ctx.db)} where j.id = any (${ids.map(({ id }) => id)}::text[])
    order by j.approved_at`;
  const known = new Set(deploymentIds(ctx.chains));
  const candidates = rows
    .filter(({ deploymentId }) => known.has(deploymentId))
    .map((row) => proposalCandidate(ctx, row));
  return { taken: rows.length, candidates };
}

function proposalCandidate(ctx: TaskContext, row: JobRow): Candidate {
  const { db, chains } = ctx;
  const deployment = deploymentById(chains, row.deploymentId);
  const slotCall: SlotCall = {
    kind: "propose_job",
    deploymentId: deployment.id,
    to: row.treasuryAddress,
    data: proposeJobData(orderOf(row)),
    gas: PROPOSE_GAS,
    value: 0n,
    lock: async (tx) => ((await isWaiting(tx, row)) ? slotCall : null),
    bind: (tx, slot) => markSigned(tx, row, slot),
  };
  return {
    async examine(from) {
      const hold = await settingsHold(db, row);
      if (hold !== null) {
        await postpone(db, row, hold);
        return null;
      }
      const verdict = await screenVendor(ctx, row, "agent_job_funding");
      if (verdict === "blocked") {
        await failJob(ctx, row.id, "vendor_blocked");
        return null;
      }
      if (verdict === "unavailable") {
        await postpone(db, row, "screening_unavailable");
        return null;
      }
      const simulation = await simulateCall(deployment.chain.rpc, { from, ...slotCall });
      if (!simulation.reverted) return slotCall;
      if (isUsed(simulation.data)) await noteMade(db, row);
      else await postpone(db, row, simulation.data.slice(0, 10));
      return null;
    },
  };
}

/** The treasury has the proposal already: what it made of it is found out at a final block, and it is not made again. */
async function noteMade(db: Db, { id }: JobRow): Promise<void> {
  await db`
    update agent_jobs set proposal = 'done', proposal_failure = null, next_check_at = clock_now()
    where id = ${id} and proposal = 'queued'`;
}

/** What the treasury refuses now may pass later: the owner can name the agent, add money or raise a cap. */
async function postpone(db: Db, { id }: JobRow, failure: string): Promise<void> {
  await db`
    update agent_jobs set proposal_failure = ${failure},
      next_check_at = clock_now() + ${REFUSED_SECONDS} * interval '1 second'
    where id = ${id} and proposal = 'queued'`;
}

/** Also whether the settings let it be proposed: they may have changed since it was examined. */
async function isWaiting(tx: TransactionSql, row: JobRow): Promise<boolean> {
  const locked = await tx`
    select from agent_jobs j
    where j.id = ${row.id} and j.proposal = 'queued' and j.status = 'approved' and ${isInTime(tx)}
    for no key update skip locked`;
  return locked.length > 0 && (await settingsHold(tx, row)) === null;
}

async function markSigned(tx: TransactionSql, { id }: JobRow, slot: SignedSlot): Promise<void> {
  const { count } = await tx`
    update agent_jobs set proposal = 'signed', batch_id = ${slot.batchId},
      proposal_tx_hash = ${slot.hash}, wallet = ${slot.wallet}, proposal_failure = null,
      next_check_at = null
    where id = ${id} and proposal = 'queued' and status = 'approved'`;
  if (count !== 1) throw new Error("The job was locked, and changed");
}

/** Leaves what a wallet has taken and not signed for to be taken again. */
export async function giveBackProposals(
  db: Db,
  { chainId, wallet }: Pick<Shard, "chainId" | "wallet">,
): Promise<void> {
  await db`
    update agent_jobs set wallet = null, next_check_at = null
    where chain_id = ${chainId} and wallet = ${wallet}
      and proposal in (${stateList(db, openProposalStates)}) and proposal = 'queued'`;
}
