import type { TransactionSql } from "@/db/client";
import { foldJob } from "./fold-job";
import type { JobViewer } from "./view";

/** Blocks of a chain, the first one not included. */
interface Range {
  readonly chainId: number;
  readonly above: bigint;
  readonly through: bigint;
}

/**
 * Moves jobs by what the escrow said in blocks that have become final. A funded escrow of one of our treasuries that no
 * job is linked to yet has its merchant's proposals looked at. Those of other clients change nothing.
 */
export async function applyJobEvents(
  viewer: JobViewer,
  tx: TransactionSql,
  { chainId, above, through }: Range,
): Promise<void> {
  const moved = await tx<{ id: string }[]>`
    select distinct j.id from chain_jobs e
    join agent_jobs j on j.deployment_id = e.deployment_id and j.chain_job_id = e.chain_job_id
    where e.chain_id = ${chainId} and e.block_number > ${above} and e.block_number <= ${through}
    order by j.id`;
  for (const { id } of moved) await foldJob(viewer, tx, id, through);
  await tx`
    update agent_jobs j set next_check_at = clock_now()
    from chain_jobs e
    join agent_treasuries t on t.deployment_id = e.deployment_id and t.address = e.client
    where e.chain_id = ${chainId} and e.block_number > ${above} and e.block_number <= ${through}
      and e.event = 'JobFunded'
      and j.deployment_id = t.deployment_id and j.merchant_id = t.merchant_id
      and j.proposal = 'done' and j.chain_job_id is null`;
}

/** Moves jobs by all that the escrow said of a deployment's jobs before it was read along. */
export async function applyJobHistory(
  viewer: JobViewer,
  tx: TransactionSql,
  { deploymentId, through }: { deploymentId: string; through: bigint },
): Promise<void> {
  const moved = await tx<{ id: string }[]>`
    select id from agent_jobs
    where deployment_id = ${deploymentId} and chain_job_id is not null order by id`;
  for (const { id } of moved) await foldJob(viewer, tx, id, through);
}

/**
 * Takes back what the escrow said above a height, in a part of a chain that is lost: jobs stand where the rest leaves
 * them. One that is linked with an escrow of which no event was seen is linked anew: its number may be another's now.
 * Nothing is told again.
 */
export async function takeBackJobs(
  viewer: JobViewer,
  tx: TransactionSql,
  { chainId, above }: { chainId: number; above: bigint },
): Promise<void> {
  const lost = await tx<{ id: string }[]>`
    select id from agent_jobs where chain_id = ${chainId} and block_number > ${above}
    union
    select j.id from chain_jobs e
    join agent_jobs j on j.deployment_id = e.deployment_id and j.chain_job_id = e.chain_job_id
    where e.chain_id = ${chainId} and e.block_number > ${above}
    order by id`;
  for (const { id } of lost) await foldJob(viewer, tx, id, above);
  await tx`
    update agent_jobs set chain_job_id = null, next_check_at = clock_now()
    where chain_id = ${chainId} and chain_job_id is not null and block_number is null`;
}
