import { type Address, isAddressEqual, keccak256, parseEventLogs, stringToBytes } from "viem";
import { merchantRegistryAbi } from "@/lib/adapters/chain/abi/merchant-registry";
import type { Deployer } from "@/scripts/contracts/deployer";

/** A merchant's record in a registry. */
export interface Registration {
  chainMerchantId: bigint;
  owner: Address;
  payout: Address;
  /** Hundredths of a percent. */
  feeBps: number;
}

/** Reads a merchant's record. */
export async function readRegistration(
  { client }: Deployer,
  registry: Address,
  chainMerchantId: bigint,
): Promise<Registration> {
  const { owner, payout, feeBps } = await client.readContract({
    address: registry,
    abi: merchantRegistryAbi,
    functionName: "get",
    args: [chainMerchantId],
  });
  return { chainMerchantId, owner, payout, feeBps };
}

/**
 * Finds the newest record that `owner` holds and that is not one of `taken`: what an earlier run
 * registered before it could write it down.
 */
export async function findRegistration(
  operator: Deployer,
  registry: Address,
  { owner, taken }: { owner: Address; taken: readonly bigint[] },
): Promise<Registration | undefined> {
  const contract = { address: registry, abi: merchantRegistryAbi } as const;
  const count = await operator.client.readContract({ ...contract, functionName: "count" });
  for (let id = count; id > 0n; id -= 1n) {
    if (taken.includes(id)) continue;
    const found = await readRegistration(operator, registry, id);
    if (isAddressEqual(found.owner, owner)) return found;
  }
  return undefined;
}

/**
 * Admits a merchant to a registry and waits until that is mined.
 * @param operator The registry's operator
 * @param merchant.id Its hash is emitted, so that the record can be told apart later
 * @throws Error the registry refuses: not its operator, or the fee is above its cap
 */
export async function registerMerchant(
  operator: Deployer,
  registry: Address,
  merchant: { id: string; owner: Address; payout: Address; feeBps: number },
): Promise<Registration> {
  const { client } = operator;
  const { request } = await client.simulateContract({
    account: client.account,
    address: registry,
    abi: merchantRegistryAbi,
    functionName: "register",
    args: [merchant.owner, merchant.payout, merchant.feeBps, keccak256(stringToBytes(merchant.id))],
  });
  const { logs } = await operator.settle(await client.writeContract({ ...request, chain: null }));
  const [event] = parseEventLogs({
    abi: merchantRegistryAbi,
    eventName: "MerchantRegistered",
    logs,
  });
  if (!event) throw new Error(`The registry at ${registry} registered nothing`);
  return await readRegistration(operator, registry, event.args.merchantId);
}
