import { type Address, parseEther, parseUnits, toHex } from "viem";
import { localFiatTokenAbi } from "@/lib/adapters/chain/abi/local-fiat-token";
import { currencyDecimals } from "@/lib/core/money";
import type { Deployer } from "@/scripts/contracts/deployer";
import type { JsonRpc } from "@/scripts/services/json-rpc";

const ETHER = parseEther("10000");
const LEAST_ETHER = parseEther("1000");
const TOKENS = parseUnits("1000000", currencyDecimals);
const LEAST_TOKENS = parseUnits("100000", currencyDecimals);

/** Gives each account that has less than 1,000 ether 10,000, out of nothing: on a local chain only. */
export async function fundEther(request: JsonRpc, accounts: readonly Address[]): Promise<void> {
  for (const account of accounts) {
    const balance = BigInt(await request<string>("eth_getBalance", [account, "latest"]));
    if (balance < LEAST_ETHER) await request("anvil_setBalance", [account, toHex(ETHER)]);
  }
}

/**
 * Mints what is missing to 1,000,000 to each account that has less than 100,000 of a token.
 * @param minter Owns the tokens
 */
export async function fundTokens(
  { client, settle }: Deployer,
  tokens: readonly Address[],
  accounts: readonly Address[],
): Promise<void> {
  for (const address of tokens) {
    const token = { address, abi: localFiatTokenAbi } as const;
    for (const account of accounts) {
      const balance = await client.readContract({
        ...token,
        functionName: "balanceOf",
        args: [account],
      });
      if (balance >= LEAST_TOKENS) continue;
      const args = [account, TOKENS - balance] as const;
      await settle(
        await client.writeContract({ ...token, chain: null, functionName: "mint", args }),
      );
    }
  }
}
