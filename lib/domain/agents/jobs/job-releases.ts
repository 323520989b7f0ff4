import type { TransactionSql } from "@/db/client";
import { escrowedJobStatuses, type ReleaseKind } from "@/lib/core/agents/job-states";
import { wakes } from "@/lib/core/operations/wakes";
import { wake } from "@/lib/domain/platform/outbox/wake";
import type { JobRow } from "./job-rows";

/**
 * Has the agent's wallet ask the escrow for a job's money, in the transaction that finds it due. One that was asked for
 * before, in vain or in a part of the chain that is lost, is asked for again. The caller has locked the job.
 */
export async function queueRelease(
  tx: TransactionSql,
  { id, chainId }: Pick<JobRow, "id" | "chainId">,
  kind: ReleaseKind,
): Promise<void> {
  await tx`
    insert into agent_job_releases (job_id, kind, chain_id, state, queued_at)
    values (${id}, ${kind}, ${chainId}, 'queued', clock_now())
    on conflict (job_id, kind) do update set state = 'queued', wallet = null, next_check_at = null,
      queued_at = clock_now()
    where agent_job_releases.state = 'done'`;
  await wake(tx, wakes.relay, { chainId });
}

/**
 * Brings what is asked of the escrow in line with a job as the final events leave it: money that a token refused is asked
 * for, and what is not wanted any more and not signed for is dropped. The caller has locked the job.
 */
export async function keepRelease(tx: TransactionSql, job: JobRow): Promise<void> {
  const wanted: ReleaseKind[] = [
    ...(escrowedJobStatuses.includes(job.status) ? ["claim_refund" as const] : []),
    ...(job.heldAt === null ? [] : ["claim" as const]),
  ];
  await tx`
    delete from agent_job_releases
    where job_id = ${job.id} and state = 'queued' and not kind = any (${wanted}::text[])`;
  if (job.heldAt !== null) await queueRelease(tx, job, "claim");
}
