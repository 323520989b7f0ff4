import { stateList } from "@/db/state-list";
import { openProposalStates } from "@/lib/core/agents/job-states";
import type { RelayTask } from "@/lib/domain/wallets/relay-task";
import { releaseSlots } from "./release-slots";
import { dueReleases, giveBackReleases, takeReleases } from "./take-releases";

/**
 * Money of jobs that the agent's wallet has the escrow send: back, once a job's time is over, and what a token had refused to
 * take. Any account may ask for both, so the wallet needs no right for it.
 */
export const releaseTask: RelayTask = {
  slotKinds: ["release_job"],
  carriedBy: ["agent"],
  slots: releaseSlots,
  waiting: (db, { shard }, most) => db`
    select least(count(*), ${most})::int as waiting,
      coalesce(extract(epoch from clock_now() - min(queued_at)) * 1000, 0)::float8 as oldest_ms
    from (${dueReleases(db, shard, most)}) due`,
  take: takeReleases,
  giveBack: giveBackReleases,
  async countBound(db, { chainId, wallet }) {
    const bound = await db<{ state: string }[]>`
      select state from agent_job_releases
      where chain_id = ${chainId} and wallet = ${wallet}
        and state in (${stateList(db, openProposalStates)})`;
    const queued = bound.filter(({ state }) => state === "queued").length;
    return { queued, signed: bound.length - queued };
  },
  // The escrow's own events say what became of it.
  async decide() {},
};
