import { mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inject } from "vitest";
import { LOCAL_CHAIN_ID, startAnvil } from "@/scripts/run/services/anvil";
import type { JsonRpc } from "@/scripts/run/services/json-rpc";
import { stopChild } from "@/scripts/run/services/stop-on-exit";
import { ANVIL_FOLDER, ANVIL_PID_FILE } from "./test-run";

/** An empty local chain that mines only when told to; `safe` is one and `finalized` two blocks behind the head. */
export interface BareChain {
  rpcUrl: string;
  chainId: number;
  request: JsonRpc;
  /** Mines `blocks` blocks, one by default; the first takes all that waits. */
  mine(blocks?: number): Promise<void>;
  /** Moves the chain's clock ahead and mines a block there. */
  passTime(seconds: number): Promise<void>;
  /** Remembers the chain as it is now. */
  snapshot(): Promise<string>;
  /** Goes back to a snapshot and forgets it. */
  revert(snapshot: string): Promise<void>;
  /** Replaces the newest `depth` blocks by as many others without their transactions. */
  reorg(depth: number): Promise<void>;
  stop(): Promise<void>;
}

/** Starts an anvil of its own, without contracts (about 60 ms). */
export async function startBareChain(chainId: number = LOCAL_CHAIN_ID): Promise<BareChain> {
  const folder = mkdtempSync(join(inject("runFolder"), ANVIL_FOLDER));
  const { child, rpcUrl, request } = await startAnvil({ port: 0, folder, chainId });
  writeFileSync(join(folder, ANVIL_PID_FILE), String(child.pid));
  const mine = async (blocks = 1) => {
    await request("anvil_mine", [blocks]);
  };
  return {
    rpcUrl,
    chainId,
    request,
    mine,
    passTime: async (seconds) => {
      await request("evm_increaseTime", [seconds]);
      await mine();
    },
    snapshot: () => request<string>("evm_snapshot"),
    revert: async (snapshot) => {
      const isDone = await request<boolean>("evm_revert", [snapshot]);
      if (!isDone) throw new Error(`The chain has no snapshot ${snapshot}`);
    },
    reorg: async (depth) => {
      await request("anvil_reorg", [depth, []]);
    },
    stop: () => stopChild(child, "SIGKILL", "SIGKILL", 0),
  };
}
