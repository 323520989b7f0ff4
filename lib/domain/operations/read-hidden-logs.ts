import type { Db } from "@/db/client";
import type { Waiting } from "./stored-state";

/** Logs that a node left out of its answers within a day. */
export interface HiddenByNode {
  readonly chainId: number;
  readonly node: string;
  readonly logs: number;
  /** Of them, those that had not been booked. */
  readonly missed: number;
  /** The last block of them. */
  readonly block: bigint;
}

/** What nodes have hidden, and the transactions that are to be read by their receipts. */
export interface LogTrouble {
  readonly hidden: readonly HiddenByNode[];
  readonly suspects: readonly (Waiting & { readonly chainId: number })[];
}

export async function readHiddenLogs(db: Db): Promise<LogTrouble> {
  const [hidden, suspects] = await Promise.all([
    db<HiddenByNode[]>`
      select chain_id, node, sum(logs)::int as logs,
        coalesce(sum(logs) filter (where is_missed), 0)::int as missed, max(block_number) as block
      from hidden_logs where found_at > now() - interval '1 day'
      group by 1, 2 order by 1, 2`,
    db<(Waiting & { chainId: number })[]>`
      select chain_id, count(*)::int,
        extract(epoch from now() - min(found_at))::float8 as oldest_seconds
      from suspect_transactions group by 1 order by 1`,
  ]);
  return { hidden, suspects };
}
