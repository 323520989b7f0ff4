import type { Db, TransactionSql } from "@/db/client";
import { stateList } from "@/db/state-list";
import type { JobSums } from "@/lib/core/agents/decide-approval";
import type { AgentJobStatus } from "@/lib/core/agents/job-states";
import type { Address } from "@/lib/core/chain/hex";
import { type Owner, ownedBy } from "@/lib/domain/platform/owned-by";

/** A job that may be funded still, or was. */
const spendingStatuses: AgentJobStatus[] = ["approved", "funded", "submitted", "completed"];

/** The days over which spending counts. */
const SPENDING_DAYS = 30;
const MOST_VENDORS = 100;

/** The jobs that count: by the time of their approval. A funded one counts also after its money came back. */
const counted = (db: Db, owner: Owner) => db`
  ${ownedBy(db, owner)} and approved_at is not null
  and approved_at > clock_now() - ${SPENDING_DAYS} * interval '1 day'
  and (status in (${stateList(db, spendingStatuses)}) or funded_at is not null)`;

/** What counts towards the limits, in US cents. The caller has locked the spending. */
export async function sumSpending(
  tx: TransactionSql,
  owner: Owner,
  vendor: Address,
): Promise<JobSums> {
  const [sums] = await tx<JobSums[]>`
    select coalesce(sum(usd_cents), 0)::numeric(78, 0) as month,
      coalesce(sum(usd_cents) filter (where vendor_address = ${vendor}
        and approved_at > clock_now() - interval '24 hours'), 0)::numeric(78, 0) as vendor_day
    from agent_jobs where ${counted(tx, owner)}`;
  return sums ?? { month: 0n, vendorDay: 0n };
}

/** The same to be shown: of 30 days over all vendors, and of the last 24 hours for each vendor. */
export async function readSpending(db: Db, owner: Owner) {
  const [sum] = await db<{ month: bigint }[]>`
    select coalesce(sum(usd_cents), 0)::numeric(78, 0) as month
    from agent_jobs where ${counted(db, owner)}`;
  const vendorDays = await db<{ vendorAddress: Address; usdCents: bigint }[]>`
    select vendor_address, sum(usd_cents)::numeric(78, 0) as usd_cents
    from agent_jobs
    where ${counted(db, owner)} and approved_at > clock_now() - interval '24 hours'
    group by vendor_address order by 2 desc, 1 limit ${MOST_VENDORS}`;
  return { month: sum?.month ?? 0n, vendorDays };
}
