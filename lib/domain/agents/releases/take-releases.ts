import { type Db, type TransactionSql, transaction } from "@/db/client";
import { stateList } from "@/db/state-list";
import { claimData, claimRefundData, RELEASE_GAS } from "@/lib/adapters/chain/calls/agent-calls";
import { simulateCall } from "@/lib/adapters/chain/calls/simulate-call";
import { addressOf, deploymentById, deploymentIds } from "@/lib/adapters/chain/chains";
import { escrowedJobStatuses, type ReleaseKind } from "@/lib/core/agents/job-states";
import type { Context } from "@/lib/domain/platform/context";
import type { Shard } from "@/lib/domain/wallets/queue/shard";
import type { Candidate, Carrier, SignedSlot, SlotCall } from "@/lib/domain/wallets/relay-task";

type TaskContext = Pick<Context, "db" | "log" | "config" | "chains">;

/** What a job's money is asked for by. */
interface Release {
  readonly jobId: string;
  readonly kind: ReleaseKind;
  readonly deploymentId: string;
  /** What is due has one. */
  readonly chainJobId: bigint | null;
}

const AT_ONCE = 10;
/** While the wallet works on one, it is not taken again; if the process dies, it is taken again after this. */
const TAKEN_SECONDS = 20;
/** After the escrow refuses: a job that is not over by the chain's clock is soon, and a token lifts a block seldom. */
const REFUSED_SECONDS: Readonly<Record<ReleaseKind, number>> = { claim_refund: 30, claim: 600 };

const callData: Readonly<Record<ReleaseKind, typeof claimData>> = {
  claim_refund: claimRefundData,
  claim: claimData,
};

/** What still has to be asked for: `r` is the release, `j` its job. */
const isOpen = (db: Db) => db`
  r.state = 'queued' and j.chain_job_id is not null and case r.kind
    when 'claim' then j.held_at is not null
    else j.status in (${stateList(db, escrowedJobStatuses)}) and j.expires_at <= clock_now() end`;

/** A query of the releases that are due on a chain. */
export function dueReleases(db: Db, { chainId }: Pick<Shard, "chainId">, most: number) {
  return db`
    select r.job_id, r.kind, r.queued_at from agent_job_releases r
    join agent_jobs j on j.id = r.job_id
    where r.chain_id = ${chainId} and ${isOpen(db)}
      and (r.next_check_at is null or r.next_check_at <= clock_now())
    order by r.queued_at limit ${most}`;
}

/** Takes releases that are due, and plans a call for each. */
export async function takeReleases(
  ctx: TaskContext,
  { shard }: Carrier,
): Promise<{ taken: number; candidates: Candidate[] }> {
  const rows = await transaction(ctx.db, (tx) => {
    return tx<Release[]>`
      with due as materialized (
        select job_id, kind from agent_job_releases
        where (job_id, kind) in (select job_id, kind from (${dueReleases(tx, shard, AT_ONCE)}) d)
          and state = 'queued'
        for no key update skip locked
      )
      update agent_job_releases r set wallet = ${shard.wallet},
        next_check_at = clock_now() + ${TAKEN_SECONDS} * interval '1 second'
      from agent_jobs j
      where (r.job_id, r.kind) in (select job_id, kind from due) and j.id = r.job_id
      returning r.job_id, r.kind, j.deployment_id, j.chain_job_id`;
  });
  const known = new Set(deploymentIds(ctx.chains));
  const candidates = rows
    .filter(({ deploymentId }) => known.has(deploymentId))
    .map((row) => candidateOf(ctx, row));
  return { taken: rows.length, candidates };
}

function candidateOf({ db, chains }: TaskContext, release: Release): Candidate {
  const { kind, chainJobId } = release;
  const deployment = deploymentById(chains, release.deploymentId);
  const slotCall: SlotCall = {
    kind: "release_job",
    deploymentId: deployment.id,
    to: addressOf(deployment, "escrow"),
    data: callData[kind](chainJobId ?? 0n),
    gas: RELEASE_GAS,
    value: 0n,
    lock: async (tx) => ((await isWaiting(tx, release)) ? slotCall : null),
    bind: (tx, slot) => markSigned(tx, release, slot),
  };
  return {
    async examine(from) {
      const simulation = await simulateCall(deployment.chain.rpc, { from, ...slotCall });
      if (!simulation.reverted) return slotCall;
      await postpone(db, release, simulation.data.slice(0, 10));
      return null;
    },
  };
}

/** What the escrow refuses now may pass later; what another account was faster with, its events tell. */
async function postpone(db: Db, { jobId, kind }: Release, failure: string): Promise<void> {
  await db`
    update agent_job_releases set failure = ${failure},
      next_check_at = clock_now() + ${REFUSED_SECONDS[kind]} * interval '1 second'
    where job_id = ${jobId} and kind = ${kind} and state = 'queued'`;
}

async function isWaiting(tx: TransactionSql, { jobId, kind }: Release): Promise<boolean> {
  const locked = await tx`
    select from agent_job_releases r join agent_jobs j on j.id = r.job_id
    where r.job_id = ${jobId} and r.kind = ${kind} and ${isOpen(tx)}
    for no key update of r skip locked`;
  return locked.length > 0;
}

async function markSigned(
  tx: TransactionSql,
  { jobId, kind }: Release,
  slot: SignedSlot,
): Promise<void> {
  const { count } = await tx`
    update agent_job_releases set state = 'signed', batch_id = ${slot.batchId},
      tx_hash = ${slot.hash}, wallet = ${slot.wallet}, failure = null, next_check_at = null
    where job_id = ${jobId} and kind = ${kind} and state = 'queued'`;
  if (count !== 1) throw new Error("The release was locked, and changed");
}

/** Leaves what a wallet has taken and not signed for to be taken again. */
export async function giveBackReleases(
  db: Db,
  { chainId, wallet }: Pick<Shard, "chainId" | "wallet">,
): Promise<void> {
  await db`
    update agent_job_releases set wallet = null, next_check_at = null
    where chain_id = ${chainId} and wallet = ${wallet} and state = 'queued'`;
}
