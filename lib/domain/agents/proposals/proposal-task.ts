import { stateList } from "@/db/state-list";
import { openProposalStates } from "@/lib/core/agents/job-states";
import type { RelayTask } from "@/lib/domain/wallets/relay-task";
import { decideProposals } from "./decide-proposals";
import { proposalSlots } from "./proposal-slots";
import { dueProposals, giveBackProposals, takeProposals } from "./take-proposals";

/** Jobs that the agent's wallet proposes to its merchants' treasuries, each in a transaction of its own. */
export const proposalTask: RelayTask = {
  slotKinds: ["propose_job"],
  carriedBy: ["agent"],
  slots: proposalSlots,
  waiting: (db, { shard }, most) => db`
    select least(count(*), ${most})::int as waiting,
      coalesce(extract(epoch from clock_now() - min(approved_at)) * 1000, 0)::float8 as oldest_ms
    from (${dueProposals(db, shard, most)}) due`,
  take: takeProposals,
  giveBack: giveBackProposals,
  async countBound(db, { chainId, wallet }) {
    const bound = await db<{ proposal: string }[]>`
      select proposal from agent_jobs
      where chain_id = ${chainId} and wallet = ${wallet}
        and proposal in (${stateList(db, openProposalStates)})`;
    const queued = bound.filter(({ proposal }) => proposal === "queued").length;
    return { queued, signed: bound.length - queued };
  },
  decide: decideProposals,
};
