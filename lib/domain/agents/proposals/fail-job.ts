import { transaction } from "@/db/client";
import { agentJobTransitions, type JobFailure } from "@/lib/core/agents/job-states";
import { sourcesOf } from "@/lib/core/states";
import type { Context } from "@/lib/domain/platform/context";

/**
 * Ends a job for which the escrow has no money. One that is proposed and not decided stays as it is. What its treasury has
 * is looked at once more: the owner's wallet may withdraw it.
 */
export async function failJob(
  { db }: Pick<Context, "db">,
  id: string,
  reason: JobFailure,
): Promise<void> {
  await transaction(db, async (tx) => {
    await tx`
      update agent_jobs set status = 'failed', failure_reason = ${reason}, closed_at = clock_now(),
        due_at = null, next_check_at = case when proposal = 'done' then clock_now() end,
        proposal = case when proposal = 'done' then proposal end
      where id = ${id} and status in ${tx(sourcesOf(agentJobTransitions, "failed"))}
        and coalesce(proposal, 'queued') in ('queued', 'done')`;
  });
}
