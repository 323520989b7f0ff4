import type { Db } from "@/db/client";
import { stateList } from "@/db/state-list";
import { escrowedJobStatuses, openProposalStates } from "@/lib/core/agents/job-states";
import { commerceMerchants } from "@/lib/domain/agents/jobs/read-commerce";

/** What agents' jobs wait for. */
export interface AgentWork {
  /** Approved jobs whose proposal is not in a final block, for how long the first has been, and why it waits. */
  readonly proposals: number;
  readonly oldestSeconds: number;
  readonly failure: string | null;
  /** Treasuries whose policy has differed from the settings for a day. */
  readonly outOfStep: number;
  /** Escrows that a treasury of ours funded within a week and no job of ours asked for. */
  readonly foreignJobs: number;
  /** Jobs that were approved half an hour ago and whose escrow is funded, although no node has shown its event. */
  readonly unshown: number;
  /** Jobs whose escrow's deadline is over for a day, with their money still there, and why the first waits. */
  readonly unclaimed: number;
  readonly claimFailure: string | null;
  /** Decided jobs whose money a token has refused for a day. */
  readonly held: number;
}

const MOST_COUNTED = 10_000;
const NONE: AgentWork = {
  proposals: 0,
  oldestSeconds: 0,
  failure: null,
  outOfStep: 0,
  foreignJobs: 0,
  unshown: 0,
  unclaimed: 0,
  claimFailure: null,
  held: 0,
};

/** Reads what agents' jobs wait for, counted up to a limit. */
export async function readAgentWork(db: Db): Promise<AgentWork> {
  const [row] = await db<AgentWork[]>`
    with waiting as (
      select approved_at, proposal_failure from agent_jobs
      where proposal in (${stateList(db, openProposalStates)}) and status = 'approved'
      order by approved_at limit ${MOST_COUNTED}
    )
    select
      (select count(*)::int from waiting) as proposals,
      (select coalesce(seconds_waited(min(approved_at)), 0)::float8 from waiting)
        as oldest_seconds,
      (select proposal_failure from waiting order by approved_at limit 1) as failure,
      (select count(*)::int from agent_treasuries t
        join (${commerceMerchants(db)}) c on c.merchant_id = t.merchant_id and c.mode = t.mode
        where t.out_of_step_since < clock_now() - interval '1 day') as out_of_step,
      (select count(*)::int from (
        select from chain_jobs e
        join agent_treasuries t on t.deployment_id = e.deployment_id and t.address = e.client
        where e.event = 'JobFunded' and e.block_timestamp < clock_now() - interval '10 minutes'
          and e.block_timestamp > clock_now() - interval '7 days'
          and not exists (
            select from agent_jobs j
            where j.deployment_id = e.deployment_id and j.chain_job_id = e.chain_job_id
          )
        limit ${MOST_COUNTED}
      ) foreign_jobs) as foreign_jobs,
      (select count(*)::int from agent_jobs
        where chain_job_id is not null and funded_at is null
          and approved_at < clock_now() - interval '30 minutes') as unshown,
      (select count(*)::int from agent_jobs
        where status in (${stateList(db, escrowedJobStatuses)})
          and expires_at < clock_now() - interval '1 day') as unclaimed,
      (select r.failure from agent_job_releases r join agent_jobs j on j.id = r.job_id
        where r.state in (${stateList(db, openProposalStates)}) and r.kind = 'claim_refund'
          and j.status in (${stateList(db, escrowedJobStatuses)})
        order by r.queued_at limit 1) as claim_failure,
      (select count(*)::int from agent_jobs
        where held_at < clock_now() - interval '1 day') as held`;
  return row ?? NONE;
}
