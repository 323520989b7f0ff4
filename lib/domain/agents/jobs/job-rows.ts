import type { Db, TransactionSql } from "@/db/client";
import type { agentJobs } from "@/db/schema/agent-jobs";
import { decisionDays } from "@/lib/core/agents/job-states";
import type { Address } from "@/lib/core/chain/hex";
import { notFound } from "@/lib/core/errors";
import { type Owner, ownedBy } from "@/lib/domain/platform/owned-by";

/** A job with what its view needs. */
export type JobRow = typeof agentJobs.$inferSelect & {
  /** The last moment at which the vendor can submit. */
  submitBy: Date;
  /** Who owns the merchant's record in the registry; null where it is not registered there any more. */
  owner: Address | null;
};

/** The columns of a job's view; a `where` clause follows. */
export function selectJobs(db: Db) {
  return db`
    select j.*, j.expires_at - ${decisionDays} * interval '1 day' as submit_by, r.owner
    from agent_jobs j
    left join merchant_registrations r
      on r.deployment_id = j.deployment_id and r.merchant_id = j.merchant_id and r.mode = j.mode`;
}

/**
 * One of the merchant's jobs.
 * @throws Refusal `not_found`
 */
export async function findJob(db: Db, owner: Owner, id: string): Promise<JobRow> {
  const [row] = await db<JobRow[]>`
    ${selectJobs(db)} where j.id = ${id} and ${ownedBy(db, owner, "j")}`;
  if (!row) throw notFound("job");
  return row;
}

/**
 * Locks one of the merchant's jobs and reads it.
 * @throws Refusal `not_found`
 */
export async function lockOwnJob(tx: TransactionSql, owner: Owner, id: string): Promise<JobRow> {
  await tx`select from agent_jobs where id = ${id} and ${ownedBy(tx, owner)} for no key update`;
  return findJob(tx, owner, id);
}

/** A job that exists. */
export async function readJob(db: Db, id: string): Promise<JobRow> {
  const [row] = await db<JobRow[]>`${selectJobs(db)} where j.id = ${id}`;
  if (!row) throw new Error(`no job ${id}`);
  return row;
}
