import type { Db } from "@/db/client";
import { stateList } from "@/db/state-list";
import type { JobSums } from "@/lib/core/agents/decide-approval";
import { type AgentJobStatus, jobDays } from "@/lib/core/agents/job-states";
import type { Address } from "@/lib/core/chain/hex";
import { type Owner, ownedBy } from "@/lib/domain/platform/owned-by";

/** A job that was funded. One that is approved may be funded still. */
const spentStatuses: AgentJobStatus[] = ["funded", "submitted", "completed"];

/** The days over which spending counts, before the one (UTC) that it is: the treasury's contract counts the same days. */
const SPENDING_DAYS = 30;
const MOST_VENDORS = 100;

const since = (db: Db) =>
  db`date_trunc('day', clock_now(), 'UTC') - ${SPENDING_DAYS} * interval '24 hours'`;

/**
 * The jobs that count: by the time of their approval or funding, whichever is later, and approved ones for as long as they
 * may be funded. A funded job counts also after its money came back.
 */
const counted = (db: Db, owner: Owner) => db`
  from (
    select id, usd_cents, vendor_address, approved_at, approved_by, proposal,
      status = 'approved' as waits, greatest(approved_at, funded_at) as spent_at
    from agent_jobs
    where ${ownedBy(db, owner)}
      and approved_at > clock_now() - ${SPENDING_DAYS + 1 + jobDays.most} * interval '1 day'
      and (status = 'approved' or status in (${stateList(db, spentStatuses)})
        or funded_at is not null)
  ) counted
  where (waits or spent_at >= ${since(db)})`;

/** Those of them that count towards a vendor's day. */
const ofTheDay = (db: Db) => db`(waits or spent_at > clock_now() - interval '24 hours')`;

/** What counts towards the limits, in US cents. Who decides by it has locked the spending. */
export async function sumSpending(db: Db, owner: Owner, vendor: Address): Promise<JobSums> {
  const [sums] = await db<JobSums[]>`
    select coalesce(sum(usd_cents), 0)::numeric(78, 0) as month,
      coalesce(sum(usd_cents) filter (where vendor_address = ${vendor} and ${ofTheDay(db)}), 0)
        ::numeric(78, 0) as vendor_day
    ${counted(db, owner)}`;
  return sums ?? { month: 0n, vendorDay: 0n };
}

/**
 * What counts towards the day of an approved job's vendor before the job is proposed, in US cents: the job, jobs that were
 * approved earlier, and those that were sent before it without a person's approval. The approvals kept this sum within the
 * limits of their time.
 */
export async function sumVendorDay(
  db: Db,
  { id, merchantId, mode, vendorAddress }: Owner & { id: string; vendorAddress: Address },
): Promise<bigint> {
  const [sum] = await db<{ cents: bigint }[]>`
    select coalesce(sum(usd_cents), 0)::numeric(78, 0) as cents
    ${counted(db, { merchantId, mode })} and ${ofTheDay(db)} and vendor_address = ${vendorAddress}
      and ((approved_at, id) <= (select approved_at, id from agent_jobs where id = ${id})
        or (approved_by is null and proposal <> 'queued'))`;
  return sum?.cents ?? 0n;
}

/** The same to be shown: of the month over all vendors, and of the last 24 hours for each vendor. */
export async function readSpending(db: Db, owner: Owner) {
  const [sum] = await db<{ month: bigint }[]>`
    select coalesce(sum(usd_cents), 0)::numeric(78, 0) as month ${counted(db, owner)}`;
  const vendorDays = await db<{ vendorAddress: Address; usdCents: bigint }[]>`
    select vendor_address, sum(usd_cents)::numeric(78, 0) as usd_cents
    ${counted(db, owner)} and ${ofTheDay(db)}
    group by vendor_address order by 2 desc, 1 limit ${MOST_VENDORS}`;
  return { month: sum?.month ?? 0n, vendorDays };
}
