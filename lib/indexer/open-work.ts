import type { Db } from "@/db/client";
import { isUnpaid } from "@/lib/domain/payments/sessions/unpaid";
import { isUnfinal } from "@/lib/domain/payments/settlements/unfinal";
import { fallingDue } from "@/lib/domain/subscriptions/charges/due-renewals";
import { isInGrace } from "@/lib/domain/subscriptions/charges/notice-arrivals";
import { isSlotOpen } from "@/lib/domain/wallets/is-slot-open";

/** Longer than a chain without open work is left alone. */
const SOON_SECONDS = 60;

/** What a chain is watched for. */
export interface OpenWork {
  /** A payment is not final, or the relay has a transaction out. */
  readonly unfinished: boolean;
  /** A session waits for a payment, which may come straight from the payer's wallet. */
  readonly payable: boolean;
  /** A payer whose charge failed may send what is missing: it is charged in the next block. */
  readonly inGrace: boolean;
  /** A charge falls due within a minute by the chain's clock: it is made in the block after the one that brings it due. */
  readonly dueSoon: boolean;
  /** Milliseconds to the next minute by the database's clock, which fires the ticks. */
  readonly tickInMs: number;
}

/**
 * Reads what a chain is watched for. A session of another chain counts, too: the first row of an index
 * tells whether there is any, and no join has to look for the right one.
 */
export async function readOpenWork(db: Db, chainId: number): Promise<OpenWork> {
  const [row] = await db<OpenWork[]>`
    select (
      exists (
        select from transactions t join deployment_contracts d on d.deployment_id = t.deployment_id and d.kind = 'processor'
        where t.chain_id = ${chainId} and ${isUnfinal(db)}
          and t.payment_exception <> 'screening' and d.joined_at is not null
      ) or exists (
        select from relay_batches b where b.chain_id = ${chainId} and ${isSlotOpen(db)}
      )
    ) as unfinished, exists (
      select from payment_sessions s where ${isUnpaid(db)} and s.expires_at > clock_now()
    ) as payable, exists (
      select from subscriptions s
      where s.chain_id = ${chainId} and ${isInGrace(db)} and s.paused_at is null
    ) as in_grace, exists (
      select from chain_cursors c where c.chain_id = ${chainId}
        and exists (${fallingDue(db, db`c.head_at + ${SOON_SECONDS} * interval '1 second'`)})
    ) as due_soon, ((60 - extract(second from clock_timestamp())) * 1000)::float8 as tick_in_ms`;
  if (!row) throw new Error("a query without a table has a row");
  return row;
}
