import { type Hex, keccak256 } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import type { Account } from "@/chaos/rig/accounts";
import type { JsonRpc } from "@/scripts/run/services/json-rpc";

const TRANSFER_GAS = 21_000n;
const FEE = 90_000_000_000n;

/**
 * Uses a relayer's key as somebody else would who has it too: the next nonce is gone.
 * @returns the transaction's hash
 */
export async function spendNonce(request: JsonRpc, { address, privateKey }: Account): Promise<Hex> {
  const nonce = Number(await request<Hex>("eth_getTransactionCount", [address, "latest"]));
  const raw = await privateKeyToAccount(privateKey).signTransaction({
    type: "eip1559",
    chainId: 31337,
    nonce,
    to: address,
    gas: TRANSFER_GAS,
    maxFeePerGas: FEE,
    maxPriorityFeePerGas: FEE / 10n,
  });
  // A transaction of the relay with the same nonce may be dearer already.
  await request("eth_sendRawTransaction", [raw]).catch(() => {});
  return keccak256(raw);
}
