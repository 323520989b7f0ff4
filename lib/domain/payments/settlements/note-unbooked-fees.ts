import { asRows } from "@/db/as-rows";
import type { TransactionSql } from "@/db/client";
import type { Settlement } from "./settlement";

/**
 * Keeps the fees of settlements that get no transaction, since their merchant is not registered here: they
 * wait in the processor like all others, and are the treasury's.
 */
export async function noteUnbookedFees(
  tx: TransactionSql,
  settlements: readonly Settlement[],
): Promise<void> {
  if (settlements.length === 0) return;
  const rows = settlements.map(({ chainId, blockNumber, logIndex, deploymentId, token, fee }) => ({
    chainId,
    blockNumber,
    logIndex,
    deploymentId,
    token,
    fee,
  }));
  await tx`
    insert into unbooked_fees (chain_id, block_number, log_index, deployment_id, token_address, fee)
    select "chainId", "blockNumber", "logIndex", "deploymentId", hex_bytes(token), fee
    from json_to_recordset(${asRows(rows)}::text::json) as s("chainId" int, "blockNumber" bigint,
      "logIndex" int, "deploymentId" text, token text, fee numeric)`;
}
