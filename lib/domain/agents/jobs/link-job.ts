import { transaction } from "@/db/client";
import { digits } from "@/lib/core/amounts/money";
import type { Context } from "@/lib/domain/platform/context";
import { foldJob } from "./fold-job";
import type { JobRow } from "./job-rows";

/**
 * Links a job with the escrow's, which its treasury opened, and moves it by what the escrow has said of it since. The
 * chain's cursor is locked: an event that becomes final at the same time is seen here or there.
 */
export async function linkJob(
  ctx: Pick<Context, "db" | "chains" | "config">,
  { id, chainId }: JobRow,
  chainJobId: bigint,
): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    const [cursor] = await tx<{ finalizedNumber: bigint }[]>`
      select finalized_number from chain_cursors
      where chain_id = ${chainId} and halted_reason is null and doubt_since is null
      for no key update`;
    if (!cursor) return;
    await tx`
      update agent_jobs set chain_job_id = ${digits(chainJobId)}::numeric
      where id = ${id} and chain_job_id is null`;
    await foldJob(ctx, tx, id, cursor.finalizedNumber);
  });
}
