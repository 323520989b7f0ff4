import type { Db } from "@/db/client";
import type { signingRequests } from "@/db/schema/signing-requests";
import type { Address } from "@/lib/core/hex";

export type SigningRequestRow = typeof signingRequests.$inferSelect;

/** What a payer was asked to sign for a session before. */
export async function findSigningRequest(
  db: Db,
  sessionId: string,
  payer: Address,
): Promise<SigningRequestRow | undefined> {
  const [row] = await db<SigningRequestRow[]>`
    select * from signing_requests where session_id = ${sessionId} and payer = ${payer}`;
  return row;
}
