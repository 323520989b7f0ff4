import { encodeFunctionData } from "viem";
import type { MerchantWallets } from "@/chaos/clients/merchant-wallets";
import type { ChaosMerchant } from "@/chaos/clients/stage";
import { venueOf } from "@/chaos/renewals/enrol-all";
import { type Account, account } from "@/chaos/rig/accounts";
import { giveGas, mintTokens } from "@/chaos/rig/chain-rig";
import type { ChaosRig } from "@/chaos/rig/chaos-rig";
import type { Sql } from "@/db/client";
import { localFiatTokenAbi } from "@/lib/adapters/chain/abi/local-fiat-token";
import {
  deployTreasuryData,
  setPolicyData,
  setVendorsData,
} from "@/lib/adapters/chain/calls/treasury-owner-calls";
import { addressOf, type Deployment } from "@/lib/adapters/chain/chains";
import { treasuryAddress } from "@/lib/core/agents/treasury-address";
import { type Address, type Hex, lowerHex, zeroAddress } from "@/lib/core/chain/hex";
import { installClock } from "@/lib/domain/operations/clock/install-clock";
import { type JobKind, jobKinds, limits, planOf } from "./job-kinds";

/** Who buys the jobs of some kinds. */
export interface Buyer {
  readonly merchant: ChaosMerchant;
  /** Owns the merchant's record in the registry, and so the treasury. */
  readonly owner: Account;
  readonly treasury: Address;
  readonly kinds: readonly JobKind[];
}

/** The wallet of the agent. */
export const agent = account("agent");

/** The vendor of a kind, the same in each round. */
export const vendorOf = (kind: JobKind): Account => account(`vendor ${kind}`);

/** What each treasury has at first, smallest unit. */
export const TREASURY_AMOUNT = 10n ** 10n;

/** Of the local tokens, beside the rate that the settings have. */
const unitsPerCent = { USDC: 10_000n, EURC: 8_000n };

/** Before anything is mined by itself. */
const SETUP_BLOCKS = 6;

/** Has each merchant's owner deploy a treasury with money and limits, and enables commerce. Nothing mines the chain yet. */
export async function foundTreasuries(rig: ChaosRig, wallets: MerchantWallets): Promise<Buyer[]> {
  const { chain, merchants, database } = rig;
  const { deployment, token } = venueOf(rig);
  const buyers = merchants.map((merchant, index): Buyer => {
    const kinds = jobKinds.filter((_, place) => place % merchants.length === index);
    // The first owner is the idle merchant's.
    const owner = account(`owner ${index + 1}`);
    return { merchant, owner, treasury: treasuryOf(deployment, merchant), kinds };
  });
  const owners = buyers.map(({ owner }) => owner.address);
  const vendors = jobKinds.map((kind) => vendorOf(kind).address);
  await giveGas(chain.request, [agent.address, ...owners, ...vendors]);
  // Every chain of a run is one whose clock can be moved.
  const all = rig.chains.all.map((one) => ({ ...one, local: true }));
  await installClock(database.db, { ...rig.chains, all });
  await database.db`insert into business_clock (id) values (true) on conflict do nothing`;
  for (const buyer of buyers) {
    await wallets.send(buyer.owner, foundingCalls(deployment, buyer), false);
    await enableCommerce(database.db, buyer);
  }
  for (let block = 0; block < SETUP_BLOCKS; block += 1) await chain.request("evm_mine");
  const treasuries = buyers.map(({ treasury }) => treasury);
  await mintTokens(chain.deployer, token.address, treasuries, TREASURY_AMOUNT);
  return buyers;
}

function treasuryOf(deployment: Deployment, { chainMerchantId }: ChaosMerchant): Address {
  return lowerHex(
    treasuryAddress({
      implementation: addressOf(deployment, "agentTreasury"),
      registry: addressOf(deployment, "registry"),
      merchantId: chainMerchantId.test,
    }),
  );
}

function foundingCalls(deployment: Deployment, { merchant, treasury, kinds }: Buyer) {
  const registry = addressOf(deployment, "registry");
  const tokens = Object.values(deployment.tokens).map(({ address, currency }) => {
    return { token: address, unitsPerCent: unitsPerCent[currency], reserve: 0n };
  });
  const policy = { ...limits, agent: agent.address, evaluator: zeroAddress };
  const listed = kinds.filter((kind) => planOf(kind).isListed);
  const vendors = listed.map((kind) => vendorOf(kind).address);
  return [
    {
      to: addressOf(deployment, "agentTreasury"),
      data: deployTreasuryData(registry, merchant.chainMerchantId.test),
    },
    { to: treasury, data: setPolicyData(policy, tokens) },
    { to: treasury, data: setVendorsData(vendors, true) },
  ];
}

/** Any vendor: those that the treasury does not list take the owner's wallet. */
async function enableCommerce(db: Sql, { merchant }: Buyer): Promise<void> {
  const { thresholdCents, monthlyCapCents } = limits;
  await db`
    insert into agent_configs (merchant_id, mode, enabled_capabilities,
      require_human_approval_above_usd_cents, monthly_spend_cap_usd_cents)
    values (${merchant.id}, 'test', array['commerce'], ${thresholdCents}, ${monthlyCapCents})`;
}

/** The call by which the token's owner lets a vendor take no money, or some again. */
export function blockCall(token: Address, vendor: Address, isBlocked: boolean) {
  const functionName = isBlocked ? "blacklist" : "unBlacklist";
  const data: Hex = encodeFunctionData({ abi: localFiatTokenAbi, functionName, args: [vendor] });
  return { to: token, data };
}
