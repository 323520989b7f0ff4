import { setTimeout as sleep } from "node:timers/promises";
import { type Hex, keccak256 } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import type { Account } from "@/chaos/rig/accounts";
import { type Address, type Bytes32, lowerHex } from "@/lib/core/chain/hex";
import type { JsonRpc } from "@/scripts/run/services/json-rpc";

interface Call {
  to: Address;
  data: Hex;
}

/** The wallets of merchants on one chain: each sends its transactions in order, and again when the chain has lost them. */
export interface MerchantWallets {
  /**
   * Sends calls one after the other, nothing of the same wallet in between.
   * @param isHurried the last one is replaced by a dearer transaction, of which the caller is not told
   * @returns the hash of the last one
   */
  send(from: Account, calls: readonly Call[], isHurried: boolean): Promise<Bytes32>;
  stop(): Promise<void>;
}

const AGAIN_MS = 500;
const GAS = 700_000n;
const FEE = 20_000_000_000n;

/**
 * Starts the wallets of a chain.
 * @param firstNonces of accounts that have sent transactions before
 */
export function startMerchantWallets(
  chainId: number,
  request: JsonRpc,
  firstNonces: ReadonlyMap<Address, number> = new Map(),
): MerchantWallets {
  const sent = new Map<Address, Hex[]>();
  const nonces = new Map(firstNonces);
  let stopping = false;
  const broadcast = (raw: Hex) => request("eth_sendRawTransaction", [raw]).catch(() => {});
  const run = async () => {
    while (!stopping) {
      await sleep(AGAIN_MS);
      // In the order of their nonces; what is mined already is refused.
      for (const raws of sent.values()) for (const raw of raws) await broadcast(raw);
    }
  };
  const running = run();
  const signOne = async (from: Account, { to, data }: Call, nonce: number, fee: bigint) =>
    privateKeyToAccount(from.privateKey).signTransaction({
      type: "eip1559",
      chainId,
      nonce,
      to,
      data,
      gas: GAS,
      maxFeePerGas: fee,
      maxPriorityFeePerGas: fee / 10n,
    });
  return {
    async send(from, calls, isHurried) {
      const first = nonces.get(from.address) ?? 0;
      nonces.set(from.address, first + calls.length);
      const raws = await Promise.all(calls.map((call, at) => signOne(from, call, first + at, FEE)));
      const last = calls.at(-1);
      const told = raws.at(-1);
      if (!last || !told) throw new Error("there is nothing to send");
      if (isHurried) raws.push(await signOne(from, last, first + calls.length - 1, FEE * 2n));
      sent.set(from.address, [...(sent.get(from.address) ?? []), ...raws]);
      for (const raw of raws) await broadcast(raw);
      return lowerHex(keccak256(told)) as Bytes32;
    },
    stop: async () => {
      stopping = true;
      await running;
    },
  };
}
