import type { payerPermits } from "@/db/schema/payer-permits";
import type { SignedPermit } from "@/lib/adapters/chain/calls/permit-call";

export type PermitRow = typeof payerPermits.$inferSelect;

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
