import type { TransactionSql } from "@/db/client";
import type { Address } from "@/lib/core/chain/hex";
import type { SessionStatus } from "@/lib/core/states";
import { accountOf } from "@/lib/domain/wallets/queue/work-queues";
import { lockPayer } from "./lock-payer";

/** What a session is while its lock is held. */
export interface LockedSession {
  readonly status: SessionStatus;
  /** Its time is up, but it has not been expired yet. */
  readonly due: boolean;
  /** Where it is paid now. */
  readonly deploymentId: string;
}

/**
 * Takes the locks under which a payment is stored, in one statement: its session's, which everything that closes
 * a session or pays it takes first, and then its payer's (`lockPayer`). What is read after this is read by another
 * statement, or it might be older than the locks.
 * @returns undefined without a session, and where it does not exist
 */
export async function lockPayment(
  tx: TransactionSql,
  sessionId: string | null,
  { chainId, payer }: { readonly chainId: number; readonly payer: Address },
): Promise<LockedSession | undefined> {
  if (sessionId === null) {
    await lockPayer(tx, chainId, payer);
    return undefined;
  }
  const [session] = await tx<(LockedSession & { payerLock: string })[]>`
    with session as materialized (
      select status, expires_at <= clock_now() as due, deployment_id from payment_sessions
      where id = ${sessionId} for no key update
    )
    select status, due, deployment_id, pg_advisory_xact_lock(hashtextextended(${accountOf(chainId, payer)}, 0))::text as payer_lock
    from session`;
  return session;
}
