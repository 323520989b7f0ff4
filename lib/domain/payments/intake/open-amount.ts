import type { Db } from "@/db/client";
import type { Address } from "@/lib/core/chain/hex";
import { accountOf, heldQueue } from "@/lib/domain/wallets/queue/work-queues";

/** Whose open submissions are added up. */
export interface OpenAmountOf {
  readonly chainId: number;
  readonly payer: Address;
  readonly token: Address;
  /** Submissions whose amount is known to have left the balance. */
  readonly debited: readonly string[];
  /** `examined` leaves out those that are held: the chain may refuse them yet, and then they take nothing. */
  readonly counted: "all" | "examined";
}

/**
 * What a payer's open submissions may still take from its balance of a token, as a query. One that is
 * mined without a failure has left the balance already.
 */
export function openAmount(db: Db, { chainId, payer, token, debited, counted }: OpenAmountOf) {
  const isCounted =
    counted === "all" ? db`true` : db`x.queue is distinct from ${heldQueue(chainId)}`;
  return db`
    select coalesce(sum(x.amount), 0) from relay_open_submissions x
    where x.account = ${accountOf(chainId, payer)} and x.token_address = ${token}
      and ${isCounted} and not x.debited and x.submission_id <> all (${[...debited]}::text[])`;
}
