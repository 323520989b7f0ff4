import type { Db } from "@/db/client";
import type { payerPermits } from "@/db/schema/payer-permits";
import type { SignedPermit } from "@/lib/adapters/chain/calls/permit-call";

export type PermitRow = typeof payerPermits.$inferSelect;

/** After so many transactions without effect it is sent no more: it stays queued until its nonce is used or its time is over. */
const MOST_ROUNDS = 2;

/** The condition on a permit `p` that is open: the relay is to send it, or has. */
export function isCarried(db: Db) {
  return db`(p.state <> 'queued' or p.rounds < ${MOST_ROUNDS})`;
}

/** What the token is given. */
export function permitOf(row: PermitRow): SignedPermit {
  return {
    payer: row.payer,
    token: row.tokenAddress,
    permitValue: row.value,
    permitDeadline: row.deadline,
    permitNonce: row.nonce,
    signature: row.signature,
    payerHasCode: row.payerHasCode,
  };
}
