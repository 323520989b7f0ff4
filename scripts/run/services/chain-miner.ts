import { setTimeout as sleep } from "node:timers/promises";
import type { JsonRpc } from "./json-rpc";

/** When the local chain gets a block. */
export interface MiningRhythm {
  /** Blocks to mine on top of the last one with a transaction, so that it becomes final. */
  settleBlocks: number;
  /** Time between blocks while a transaction waits or has not settled. */
  intervalMs: number;
  /** Time between blocks otherwise. */
  idleIntervalMs: number;
}

export interface Miner {
  /** Keeps blocks from being mined, so that what was sent waits, until the returned function is called. */
  pause(): () => void;
  stop(): Promise<void>;
}

interface Block {
  number: string;
  hash: string;
}

/**
 * Mines at `rhythm` until stopped: an idle chain grows by a block a minute, not one a second.
 * `onBlock` is awaited before the next block, so a block is never built on one that is not stored.
 */
export function startMiner(
  request: JsonRpc,
  rhythm: MiningRhythm,
  { onBlock, onError }: { onBlock: () => Promise<void>; onError: (error: unknown) => void },
): Miner {
  const stopping = new AbortController();
  let pauses = 0;
  const chain = watchChain(request);
  const run = async () => {
    let minedAt = performance.now();
    while (!stopping.signal.aborted) {
      const startedAt = performance.now();
      try {
        const isDue = startedAt - minedAt >= rhythm.idleIntervalMs;
        if (pauses === 0 && (isDue || (await chain.isBusy(rhythm.settleBlocks)))) {
          await request("evm_mine");
          minedAt = startedAt;
        }
        if (await chain.hasChanged()) await onBlock();
      } catch (error) {
        if (!stopping.signal.aborted) onError(error);
      }
      const restMs = Math.max(0, startedAt + rhythm.intervalMs - performance.now());
      await sleep(restMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
  };
  const running = run();
  return {
    pause() {
      pauses += 1;
      return () => {
        pauses -= 1;
      };
    },
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

/** Others may mine, rewind or reorganise the same chain: what counts is what it looked like when it was last seen. */
function watchChain(request: JsonRpc) {
  let seen: { number: number; hash: string } | undefined;
  let lastActive = 0;
  return {
    async isBusy(settleBlocks: number): Promise<boolean> {
      if (seen === undefined || seen.number - lastActive < settleBlocks) return true;
      const { pending } = await request<{ pending: string }>("txpool_status");
      return Number(pending) > 0;
    },
    async hasChanged(): Promise<boolean> {
      const block = await request<Block>("eth_getBlockByNumber", ["latest", false]);
      if (block.hash === seen?.hash) return false;
      const head = Number(block.number);
      const isExtended = seen !== undefined && head > seen.number;
      lastActive = isExtended
        ? ((await lastWithTransaction(seen?.number ?? 0, head)) ?? lastActive)
        : head;
      seen = { number: head, hash: block.hash };
      return true;
    },
  };

  async function lastWithTransaction(after: number, head: number): Promise<number | undefined> {
    for (let number = head; number > after; number -= 1) {
      const tag = `0x${number.toString(16)}`;
      const count = await request<string>("eth_getBlockTransactionCountByNumber", [tag]);
      if (Number(count) > 0) return number;
    }
    return undefined;
  }
}
