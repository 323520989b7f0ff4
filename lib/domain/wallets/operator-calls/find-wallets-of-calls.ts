import type { Db } from "@/db/client";
import { stateList } from "@/db/state-list";
import type { Address } from "@/lib/core/chain/hex";
import { openCallStates } from "@/lib/core/states";

/** The wallets that a chain's open calls need now. */
export interface WalletsOfCalls {
  /** Whether a call waits for the operator's wallet. */
  readonly operator: boolean;
  /** Wallets that are to be swept. */
  readonly swept: readonly Address[];
}

/** Finds which wallets have an operator's calls to look after. */
export async function findWalletsOfCalls(db: Db, chainId: number): Promise<WalletsOfCalls> {
  const open = await db<{ swept: Address | null }[]>`
    select distinct case kind when 'sweep_wallet' then wallet end as swept from operator_calls
    where chain_id = ${chainId} and state in (${stateList(db, openCallStates)})
      and (not_before is null or not_before <= clock_now())`;
  return {
    operator: open.some(({ swept }) => swept === null),
    swept: open.flatMap(({ swept }) => swept ?? []),
  };
}
