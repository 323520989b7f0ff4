import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { readClock } from "@/lib/domain/platform/read-clock";
import { findJob } from "./job-rows";
import { type JobView, viewJob } from "./view";

/**
 * Retrieves one of the merchant's jobs.
 * @throws Refusal `not_found`
 */
export async function getJob(
  ctx: Context<MerchantActor>,
  { id }: { id: string },
): Promise<JobView> {
  const row = await findJob(ctx.db, ctx.actor, id);
  return viewJob(ctx, row, await readClock(ctx.db));
}
