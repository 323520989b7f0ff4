import { numberToHex } from "viem/utils";
import { readHead } from "./blocks";
import type { Chain } from "./chains";

/** Mined on top, so that a block of the new time is final. */
const SETTLE_BLOCKS = 3;

/**
 * Moves the time of a local chain (anvil) ahead and mines some blocks: the newest has at least the time `to`,
 * by seconds at the most. One that is there already is left as it is.
 * @throws RpcUnavailable the chain does not answer
 */
export async function advanceLocalChain({ rpc, preset }: Chain, to: Date): Promise<void> {
  const request = (method: string, params: readonly unknown[] = []) =>
    rpc.request({ method, params });
  await request("evm_mine");
  const head = await readHead(rpc);
  const seconds = Math.ceil((to.getTime() - head.timestamp.getTime()) / 1_000);
  if (seconds <= 0) return;
  await request("evm_increaseTime", [seconds]);
  await request("anvil_mine", [numberToHex(SETTLE_BLOCKS), numberToHex(preset.blockSeconds)]);
}
