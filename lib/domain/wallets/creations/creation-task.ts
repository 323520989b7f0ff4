import { stateList } from "@/db/state-list";
import { openCreationStates } from "@/lib/core/creation-states";
import type { RelayTask } from "@/lib/domain/wallets/relay-task";
import { creationSlots } from "./creation-slots";
import { decideCreations } from "./decide-creations";

/**
 * Creations of payers' wallets (ERC-6492). Nothing of it waits by itself: a payment or an enrolment that is due, and
 * whose payer has no code, asks for it by a `creationCandidate`, once everything else about it was checked.
 */
export const creationTask: RelayTask = {
  slotKinds: ["create_wallet"],
  carriedBy: ["relayer"],
  slots: creationSlots,
  waiting: (db) => db`select 0 as waiting, 0::float8 as oldest_ms`,
  take: async () => ({ taken: 0, candidates: [] }),
  async giveBack() {},
  async countBound(db, { chainId, wallet }) {
    const bound = await db`
      select from wallet_creations
      where chain_id = ${chainId} and wallet = ${wallet}
        and state in (${stateList(db, openCreationStates)})`;
    return { queued: 0, signed: bound.length };
  },
  decide: decideCreations,
};
