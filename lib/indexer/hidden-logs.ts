import type { TransactionSql } from "@/db/client";
import type { hiddenLogs } from "@/db/schema/chain";
import type { Context } from "@/lib/domain/context";

type HiddenLogs = Omit<typeof hiddenLogs.$inferInsert, "foundAt">;

/** What is older has been told for long enough. */
const KEPT_DAYS = 90;

/** Writes down that a node did not show logs that the chain has, for `/ready` and the metrics, and says so in the log. */
export async function noteHiddenLogs(
  { log }: Pick<Context, "log">,
  tx: TransactionSql,
  hidden: HiddenLogs,
): Promise<void> {
  const { chainId, blockNumber, node, foundBy, logs, isMissed } = hidden;
  await tx`
    with old as (
      delete from hidden_logs where found_at < now() - ${KEPT_DAYS} * interval '1 day'
    )
    insert into hidden_logs (chain_id, block_number, node, found_by, logs, is_missed)
    values (${chainId}, ${blockNumber}, ${node}, ${foundBy}, ${logs}, ${isMissed})
    on conflict (chain_id, block_number, node, found_by) do update
      set logs = greatest(hidden_logs.logs, excluded.logs), found_at = now()`;
  const fields = { chainId, block: String(blockNumber), node, foundBy, logs };
  log.error(fields, isMissed ? "a node hid logs that are booked now" : "a node hides logs");
}
