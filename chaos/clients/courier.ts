import { setTimeout as sleep } from "node:timers/promises";
import { type Hex, keccak256 } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import type { Account } from "@/chaos/rig/accounts";
import type { Address } from "@/lib/core/chain/hex";
import type { JsonRpc } from "@/scripts/run/services/json-rpc";

/** Brings transactions of people outside to the chain, each from a fresh account. */
export interface Courier {
  /**
   * Broadcasts a call. One that a reorganisation drops is broadcast again if `insists`; otherwise it
   * may be lost for good, as a wallet's that was closed.
   * @returns its hash
   * @param from must not have sent anything; one of the courier's accounts unless told
   */
  carry(call: { to: Address; data: Hex }, insists: boolean, from?: Account): Promise<Hex>;
  stop(): Promise<void>;
}

const AGAIN_MS = 700;
const GAS = 700_000n;
const FEE = 20_000_000_000n;

/** Starts a courier of the chain with that id, who uses each of the funded `accounts` once. */
export function startCourier(
  chainId: number,
  request: JsonRpc,
  accounts: readonly Account[],
): Courier {
  const waiting = [...accounts];
  const insisted: Hex[] = [];
  let stopping = false;
  const send = (raw: Hex) => request("eth_sendRawTransaction", [raw]).catch(() => {});
  const run = async () => {
    while (!stopping) {
      await sleep(AGAIN_MS);
      for (const raw of insisted) await send(raw);
    }
  };
  const running = run();
  return {
    async carry({ to, data }, insists, from = waiting.pop()) {
      if (!from) throw new Error("the courier has no accounts left");
      const raw = await privateKeyToAccount(from.privateKey).signTransaction({
        type: "eip1559",
        chainId,
        nonce: 0,
        to,
        data,
        gas: GAS,
        maxFeePerGas: FEE,
        maxPriorityFeePerGas: FEE / 10n,
      });
      if (insists) insisted.push(raw);
      await send(raw);
      return keccak256(raw);
    },
    stop: async () => {
      stopping = true;
      await running;
    },
  };
}
