import { privateKeyToAccount } from "viem/accounts";
import {
  deployTreasuryData,
  setPolicyData,
  setVendorsData,
} from "@/lib/adapters/chain/calls/treasury-owner-calls";
import { addressOf } from "@/lib/adapters/chain/chains";
import type { CommerceSettings } from "@/lib/core/agents/decide-approval";
import { treasuryAddress } from "@/lib/core/agents/treasury-address";
import { digits } from "@/lib/core/amounts/money";
import { type Address, type Hex, lowerHex, zeroAddress } from "@/lib/core/chain/hex";
import type { ChainAccount } from "./chain";
import type { TestMerchant } from "./register-merchant";
import { createWorld, type World } from "./world";

const agentKey: Hex = `0x${"a9".repeat(32)}`;
const agentAddress: Address = lowerHex(privateKeyToAccount(agentKey).address);
/** The agent's wallet, as a thief of its key has it. */
export const agentAccount: ChainAccount = { privateKey: agentKey, address: agentAddress };

/** What a treasury holds its agent to; US cents. */
export interface TestLimits {
  readonly thresholdCents: bigint;
  readonly vendorDayCents: bigint;
  readonly monthlyCapCents: bigint;
  readonly evaluator?: Address;
}

/** A world whose agent has a wallet with gas money. */
export async function createAgentWorld(options: Parameters<typeof createWorld>[0] = {}) {
  const world = await createWorld({
    ...options,
    env: { AGENT_PRIVATE_KEY: agentKey, ...options.env },
  });
  await giveGas(world, agentAddress);
  return world;
}

/** Ten ether. */
export async function giveGas(world: World, address: Address): Promise<void> {
  await world.chain.request("anvil_setBalance", [address, "0x8ac7230489e80000"]);
}

/** Where a merchant's treasury of test mode is. */
async function addressOfTreasury(world: World, merchantId: string): Promise<Address> {
  const deployment = world.deployment();
  const [row] = await world.db<{ chainMerchantId: bigint }[]>`
    select chain_merchant_id from merchant_registrations
    where merchant_id = ${merchantId} and deployment_id = ${deployment.id}`;
  if (!row) throw new Error("the merchant is registered");
  return lowerHex(
    treasuryAddress({
      implementation: addressOf(deployment, "agentTreasury"),
      registry: addressOf(deployment, "registry"),
      merchantId: row.chainMerchantId,
    }),
  );
}

/** Writes down a treasury as if it had been read from the chain, in place of the one that was. */
export async function giveTreasury(
  world: World,
  merchantId: string,
  limits: TestLimits,
  listed: readonly Address[] = [],
): Promise<Address> {
  const { id: deploymentId, chainId } = world.deployment();
  const address = await addressOfTreasury(world, merchantId);
  await world.db`delete from agent_vendors where merchant_id = ${merchantId}`;
  await world.db`delete from agent_treasuries where merchant_id = ${merchantId}`;
  await world.db`
    insert into agent_treasuries ${world.db({
      deploymentId,
      merchantId,
      mode: "test",
      chainId,
      address,
      readBlock: "1",
      readAt: new Date(),
      agent: agentAddress,
      evaluator: limits.evaluator ?? zeroAddress,
      thresholdCents: digits(limits.thresholdCents),
      monthlyCapCents: digits(limits.monthlyCapCents),
      vendorDayCents: digits(limits.vendorDayCents),
      isPriced: true,
    })}`;
  for (const vendor of listed) {
    await world.db`
      insert into agent_vendors ${world.db({ deploymentId, merchantId, vendor, readBlock: "1" })}`;
  }
  return address;
}

/** Has the owner of a merchant deploy its treasury, set the policy and list vendors; with money in it. */
export async function deployTreasury(
  world: World,
  merchant: TestMerchant,
  limits: TestLimits,
  { vendors = [], usdc = 0n }: { vendors?: readonly Address[]; usdc?: bigint } = {},
): Promise<Address> {
  const deployment = world.deployment();
  const treasury = await addressOfTreasury(world, merchant.id);
  await giveGas(world, merchant.owner.address);
  const registry = addressOf(deployment, "registry");
  const send = (to: Address, data: Hex) => world.send(merchant.owner, { to, data });
  await send(
    addressOf(deployment, "agentTreasury"),
    deployTreasuryData(registry, merchant.chainMerchantId.test),
  );
  const tokens = Object.values(deployment.tokens).map(({ address, currency }) => {
    return { token: address, unitsPerCent: currency === "USDC" ? 10_000n : 8_000n, reserve: 0n };
  });
  const policy = { evaluator: zeroAddress, ...limits, agent: agentAddress };
  await send(treasury, setPolicyData(policy, tokens));
  if (vendors.length > 0) await send(treasury, setVendorsData(vendors, true));
  if (usdc > 0n) await world.mint(treasury, usdc);
  return treasury;
}

/** Enables commerce for a merchant in test mode, with these settings; null: disables it. */
export async function enableCommerce(
  { db }: World,
  merchantId: string,
  settings: CommerceSettings | null,
): Promise<void> {
  await db`delete from agent_configs where merchant_id = ${merchantId}`;
  if (!settings) return;
  const { requireHumanApprovalAboveUsdCents, approvedVendors, monthlySpendCapUsdCents } = settings;
  await db`
    insert into agent_configs (merchant_id, mode, enabled_capabilities,
      require_human_approval_above_usd_cents, approved_vendors, monthly_spend_cap_usd_cents)
    values (${merchantId}, 'test', array['commerce'], ${requireHumanApprovalAboveUsdCents},
      ${[...approvedVendors]}::bytea[], ${monthlySpendCapUsdCents})`;
}
