import type { TransactionSql } from "@/db/client";
import { stateList } from "@/db/state-list";
import type { JobSums } from "@/lib/core/agents/decide-approval";
import type { AgentJobStatus } from "@/lib/core/agents/job-states";
import type { Address } from "@/lib/core/chain/hex";
import { type Owner, ownedBy } from "@/lib/domain/platform/owned-by";

/** A job that may be funded still, or was. */
const spendingStatuses: AgentJobStatus[] = ["approved", "funded", "submitted", "completed"];

/** The days over which spending counts. */
const SPENDING_DAYS = 30;

/**
 * What counts towards the limits, in US cents: jobs by the time of their approval. A funded job counts also after its
 * money came back. The caller has locked the spending.
 */
export async function sumSpending(
  tx: TransactionSql,
  owner: Owner,
  vendor: Address,
): Promise<JobSums> {
  const [sums] = await tx<JobSums[]>`
    select coalesce(sum(usd_cents), 0)::numeric(78, 0) as month,
      coalesce(sum(usd_cents) filter (where vendor_address = ${vendor}
        and approved_at > clock_now() - interval '24 hours'), 0)::numeric(78, 0) as vendor_day
    from agent_jobs
    where ${ownedBy(tx, owner)} and approved_at is not null
      and approved_at > clock_now() - ${SPENDING_DAYS} * interval '1 day'
      and (status in (${stateList(tx, spendingStatuses)}) or funded_at is not null)`;
  return sums ?? { month: 0n, vendorDay: 0n };
}
