import { createWalletClient, http, parseAbi } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import type { Stack } from "./stack";

const transferAbi = parseAbi(["function transfer(address to, uint256 value) returns (bool)"]);

/** The key of a wallet that the demo has filled. */
export function fundedKey({ wallets }: Stack, index = 0): `0x${string}` {
  const wallet = wallets[index];
  if (!wallet) throw new Error("the demo funds wallets");
  return wallet.privateKey;
}

/** Sends USDC from one of the demo's wallets. @param amount smallest unit */
export async function fund(stack: Stack, to: `0x${string}`, amount: bigint): Promise<void> {
  const client = createWalletClient({
    account: privateKeyToAccount(fundedKey(stack, 1)),
    transport: http(stack.rpcUrl),
  });
  await client.writeContract({
    address: stack.tokens.USDC as `0x${string}`,
    abi: transferAbi,
    functionName: "transfer",
    args: [to, amount],
    chain: null,
  });
}
