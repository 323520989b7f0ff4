import type { Db } from "@/db/client";
import type { Address } from "@/lib/core/hex";
import { openStates } from "./open-states";

/** Whose open submissions are added up. */
export interface OpenAmountOf {
  readonly chainId: number;
  readonly payer: Address;
  readonly token: Address;
  /** Submissions whose amount is known to have left the balance. */
  readonly debited: readonly string[];
}

/**
 * What a payer's open submissions may still take from its balance of a token, as a query. One that is
 * mined without a failure has left the balance already.
 */
export function openAmount(db: Db, { chainId, payer, token, debited }: OpenAmountOf) {
  return db`
    select coalesce(sum(x.amount), 0) from relay_submissions x
    where x.payer = ${payer} and x.token_address = ${token} and x.chain_id = ${chainId}
      and x.state in (${openStates(db)}) and not (x.state = 'mined' and x.failure_code is null)
      and x.id <> all (${[...debited]}::text[])`;
}
