import { asRows } from "@/db/as-rows";
import type { TransactionSql } from "@/db/client";
import { inSlices } from "@/db/pipelined";
import type { Context } from "@/lib/domain/platform/context";
import type { PlatformChange } from "./platform-change";

/**
 * Stores the newly mined events of fees that left and of roles. Readers ask for final events; the event of a replaced
 * block is removed with it.
 */
export async function seePlatformChanges(
  _ctx: Pick<Context, "log">,
  tx: TransactionSql,
  changes: readonly PlatformChange[],
): Promise<void> {
  await inSlices(changes, async (slice) => {
    const rows = slice.map(({ txHash: _, place: __, ...row }) => row);
    await tx`
      insert into platform_changes (chain_id, block_number, log_index, deployment_id, event, account,
        acceptable_at, is_allowed, token_address, amount)
      select "chainId", "blockNumber", "logIndex", "deploymentId", event, hex_bytes(account),
        "acceptableAt", "isAllowed", hex_bytes(token), amount
      from json_to_recordset(${asRows(rows)}::text::json) as c("chainId" int, "blockNumber" bigint,
        "logIndex" int, "deploymentId" text, event text, account text, "acceptableAt" timestamptz,
        "isAllowed" boolean, token text, amount numeric)`;
  });
}
