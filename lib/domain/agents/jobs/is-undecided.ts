import type { TransactionSql } from "@/db/client";
import { sentProposalStates } from "@/lib/core/agents/job-states";
import type { JobRow } from "./job-rows";

/** An escrow that was funded is linked with its job well within it. */
const LINKED_WITHIN = "1 hour";

/**
 * Whether the chain may have funded a job that is not seen to be funded: its proposal is on its way; or its treasury has
 * it, and final blocks are not read for a second time past the time in which the escrow takes the money, or an escrow of
 * the treasury is not linked with any job yet. The job is locked.
 */
export async function isUndecided(tx: TransactionSql, row: JobRow): Promise<boolean> {
  const { proposal, chainId, submitBy, deploymentId, treasuryAddress } = row;
  if (proposal !== null && sentProposalStates.includes(proposal)) return true;
  if (proposal !== "done") return false;
  if (row.chainJobId !== null) return true;
  const decided = await tx`
    select from chain_cursors
    where chain_id = ${chainId} and halted_reason is null and doubt_since is null
      and reread_at >= ${submitBy}
      and not exists (
        select from chain_jobs e
        where e.event = 'JobFunded' and e.block_timestamp > clock_now() - ${LINKED_WITHIN}::interval
          and e.deployment_id = ${deploymentId} and e.client = ${treasuryAddress}
          and not exists (
            select from agent_jobs j
            where j.deployment_id = e.deployment_id and j.chain_job_id = e.chain_job_id
          )
      )`;
  return decided.length === 0;
}
