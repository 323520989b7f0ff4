import { randomBytes } from "node:crypto";
import { encodeFunctionData, keccak256, toHex } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import type { Sql } from "@/db/client";
import { merchantRegistryAbi } from "@/lib/adapters/chain/abi/merchant-registry";
import { addressOf, type Deployment } from "@/lib/adapters/chain/chains";
import { readContract } from "@/lib/adapters/chain/reads/read-contract";
import { digits } from "@/lib/core/amounts/money";
import { type Address, type Hex, lowerHex } from "@/lib/core/chain/hex";
import { newId } from "@/lib/core/ids";
import type { Mode } from "@/lib/core/modes";
import type { ChainAccount, TestChain } from "./chain";
import { sendTransaction } from "./send-transaction";

/** A merchant with its registration in a mode's registry. */
export interface TestMerchant {
  id: string;
  owner: ChainAccount;
  payout: Address;
  /** Its id in the registry, by mode: never the same, and in the other mode somebody else's. */
  chainMerchantId: Record<Mode, bigint>;
}

/** A call of `register` that names a merchant by the hash of its id. */
export function registration(merchant: {
  id: string;
  owner: Address;
  payout: Address;
  feeBps: number;
}): Hex {
  const { id, owner, payout, feeBps } = merchant;
  const hash = keccak256(toHex(id));
  const args = [hash, owner, payout, feeBps, hash] as const;
  return encodeFunctionData({ abi: merchantRegistryAbi, functionName: "register", args });
}

/** Writes a merchant, and registers it with each deployment. */
export async function registerMerchant(
  db: Sql,
  chain: TestChain,
  deployments: readonly Deployment[],
  feeBps: number,
): Promise<TestMerchant> {
  const id = newId("merchant");
  const privateKey = `0x${randomBytes(32).toString("hex")}` as const;
  const owner = { privateKey, address: lowerHex(privateKeyToAccount(privateKey).address) };
  const payout = lowerHex(`0x${randomBytes(20).toString("hex")}`);
  const merchant = { id, businessName: "Aurora Coffee", payoutAddress: payout };
  await db`insert into merchants ${db({ ...merchant, testPayoutAddress: payout })}`;
  const chainMerchantId: Record<Mode, bigint> = { test: 0n, live: 0n };
  for (const deployment of deployments) {
    const data = registration({ id, owner: owner.address, payout, feeBps });
    await sendTransaction(chain, chain.operator, { to: addressOf(deployment, "registry"), data });
    const count = await readContract(deployment.chain.rpc, {
      address: addressOf(deployment, "registry"),
      abi: merchantRegistryAbi,
      functionName: "count",
      args: [],
    });
    chainMerchantId[deployment.mode] = count;
    await db`insert into merchant_registrations ${db({
      merchantId: id,
      mode: deployment.mode,
      deploymentId: deployment.id,
      chainMerchantId: digits(count),
      owner: owner.address,
      payout,
      feeBps,
    })}`;
  }
  return { id, owner, payout, chainMerchantId };
}
