import type { TransactionSql } from "@/db/client";
import type { RevokedReason } from "@/lib/core/kinds";

/**
 * Revokes a key for good, regardless of its owner: the next request with it is refused.
 * @param rotatedToId what takes its place
 * @returns whether it was this call that revoked it
 */
export async function endKey(
  tx: TransactionSql,
  id: string,
  reason: RevokedReason,
  rotatedToId: string | null = null,
): Promise<boolean> {
  const { count } = await tx`
    update api_keys
    set status = 'revoked', revoked_at = clock_now(), revoked_reason = ${reason},
      rotated_to_id = ${rotatedToId}
    where id = ${id} and status = 'active'`;
  return count > 0;
}
