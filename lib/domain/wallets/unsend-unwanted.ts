import type { TransactionSql } from "@/db/client";
import type { SlotKind } from "@/lib/core/kinds";
import type { SlotRules } from "./relay-task";

/**
 * Has those of the slots that are open again and carry nothing any more closed with a no-op: they stand as if their bytes
 * had never been sent, and these are not sent again.
 */
export async function unsendUnwanted(
  tx: TransactionSql,
  reopened: readonly string[],
  kind: SlotKind,
  { isWanted }: Pick<SlotRules, "isWanted">,
): Promise<void> {
  await tx`
    update relay_batches b set state = 'signed'
    where b.id = any (${[...reopened]}::text[]) and b.kind = ${kind} and not ${isWanted(tx)}`;
}
