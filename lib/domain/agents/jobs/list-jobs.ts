import type { listJobs as declaration } from "@/lib/contract/agents/jobs";
import type { InputOf } from "@/lib/contract/endpoint";
import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { ownedBy } from "@/lib/domain/platform/owned-by";
import { inPage, newestFirst, type Page, toPage } from "@/lib/domain/platform/pages/page";
import { readClock } from "@/lib/domain/platform/read-clock";
import { type JobRow, selectJobs } from "./job-rows";
import { type JobView, viewJob } from "./view";

/**
 * Lists the merchant's jobs, newest first.
 * @throws Refusal `invalid_request`: a bad cursor
 */
export async function listJobs(
  ctx: Context<MerchantActor>,
  input: InputOf<typeof declaration>,
): Promise<Page<JobView>> {
  const { db, actor } = ctx;
  const { status, vendorAddress } = input;
  const listed = db<JobRow[]>`
    ${selectJobs(db)} where ${ownedBy(db, actor, "j")} and ${inPage(db, "j", input)}
      ${status ? db`and j.status = ${status}` : db``}
      ${vendorAddress === undefined ? db`` : db`and j.vendor_address = ${vendorAddress}`}`;
  const rows = await newestFirst(db, "j", listed, input);
  const now = await readClock(db);
  return toPage(rows, input, "/v1/agents/jobs", (row) => viewJob(ctx, row, now));
}
