import { createWalletClient, custom, type Hex } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import type { Address } from "@/lib/core/chain/hex";
import type { ChainAccount, TestChain } from "./chain";

/** Sends a transaction from an account of a chain and mines it. */
export async function sendTransaction(
  chain: TestChain,
  from: ChainAccount,
  call: { to: Address; data: Hex },
): Promise<Hex> {
  const client = createWalletClient({
    account: privateKeyToAccount(from.privateKey),
    transport: custom({ request: ({ method, params }) => chain.request(method, params) }),
  });
  const hash = await client.sendTransaction({ ...call, chain: null, gas: 1_000_000n });
  await chain.mine();
  const receipt = await chain.request<{ status: Hex } | null>("eth_getTransactionReceipt", [hash]);
  if (receipt?.status !== "0x1") throw new Error(`The transaction ${hash} failed`);
  return hash;
}
