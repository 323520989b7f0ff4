import type { ChainLog } from "@/lib/adapters/chain/events/parse-log";
import { isChainTrouble, isRateLimit } from "@/lib/adapters/chain/rpc/chain-trouble";
import type { Rpc } from "@/lib/adapters/chain/rpc/rpc";
import { readLogsOfRange } from "./block-logs";
import type { LogFilter } from "./log-filter";

/** How many blocks the node gives logs of in one call; found out by trying. */
export interface LogRange {
  blocks: number;
}

export const largestLogRange = 500;
const GROWTH = 1.25;

/**
 * The wanted logs of final heights, both ends included, asked for in ranges that shrink when the node refuses and grow
 * slowly again.
 * @returns with the last height that was read: a lower one than asked for when the node fails on the way
 * @throws RpcError, RpcUnavailable, ChainDoubt
 */
export async function readLogsInRanges(
  rpc: Rpc,
  { from, to }: { readonly from: bigint; readonly to: bigint },
  filter: LogFilter,
  range: LogRange,
): Promise<{ readonly logs: readonly ChainLog[]; readonly through: bigint }> {
  const parts: ChainLog[][] = [];
  let next = from;
  while (next <= to) {
    const wanted = next + BigInt(range.blocks) - 1n;
    const end = wanted < to ? wanted : to;
    try {
      parts.push(await readLogsOfRange(rpc, { from: next, to: end }, filter));
    } catch (error) {
      if (!isChainTrouble(error)) throw error;
      if (isRateLimit(error) || range.blocks === 1) {
        if (next === from) throw error;
        break;
      }
      range.blocks = Math.max(1, Math.floor(Number(end - next + 1n) / 2));
      continue;
    }
    next = end + 1n;
    range.blocks = Math.min(largestLogRange, Math.ceil(range.blocks * GROWTH));
  }
  return { logs: parts.flat(), through: next - 1n };
}
