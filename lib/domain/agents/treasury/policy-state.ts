import type { z } from "zod";
import type { Db } from "@/db/client";
import { agentOf } from "@/lib/adapters/chain/calls/relayer";
import {
  deployTreasuryData,
  setPolicyData,
  setVendorsData,
} from "@/lib/adapters/chain/calls/treasury-owner-calls";
import { type Deployment, deploymentsOf } from "@/lib/adapters/chain/chains";
import type { walletCall } from "@/lib/contract/merchants/wallet-call";
import { isInStep, policyOf, vendorChanges } from "@/lib/core/agents/compare-policy";
import type { CommerceSettings } from "@/lib/core/agents/decide-approval";
import { unitsPerCentOf } from "@/lib/core/agents/job-cents";
import { type Currency, currencies } from "@/lib/core/amounts/money";
import { type Address, type Hex, zeroAddress } from "@/lib/core/chain/hex";
import { eurUsdMillionths } from "@/lib/domain/agents/jobs/read-commerce";
import type { TreasuryRow } from "@/lib/domain/agents/jobs/require-commerce";
import type { Context } from "@/lib/domain/platform/context";
import { type Owner, ownedBy } from "@/lib/domain/platform/owned-by";

type WalletCall = z.output<typeof walletCall>;

/** Whether the chain holds the agent to what the merchant has set, and what the owner's wallet sends so that it does. */
export interface PolicyState {
  readonly policy: "in_sync" | "awaiting_wallet";
  /** In the order in which they are sent; empty when in sync. */
  readonly instructions: WalletCall[];
  /** Null: none is deployed. */
  readonly treasury: Address | null;
}

type Sources = Pick<Context, "chains" | "config">;

interface Registration {
  readonly deploymentId: string;
  readonly chainMerchantId: bigint;
  readonly owner: Address;
}

/**
 * Compares the treasury of the mode's first deployment, where the merchant is registered, with the settings, as the chain
 * was read last.
 * @returns null where the merchant is not registered, or the deployment has no treasuries
 */
export async function readPolicyState(
  ctx: Sources,
  db: Db,
  owner: Owner,
  settings: CommerceSettings,
): Promise<PolicyState | null> {
  const registrations = await db<Registration[]>`
    select deployment_id, chain_merchant_id, owner from merchant_registrations
    where ${ownedBy(db, owner)} and status <> 'none'`;
  for (const deployment of deploymentsOf(ctx.chains, owner.mode)) {
    const found = registrations.find(({ deploymentId }) => deploymentId === deployment.id);
    if (!found || !deployment.contracts.agentTreasury) continue;
    const [treasury] = await db<TreasuryRow[]>`
      select * from agent_treasuries
      where deployment_id = ${deployment.id} and ${ownedBy(db, owner)}`;
    const listed = await db<{ vendor: Address }[]>`
      select vendor from agent_vendors
      where deployment_id = ${deployment.id} and merchant_id = ${owner.merchantId}`;
    const vendors = listed.map(({ vendor }) => vendor);
    return compare(ctx, deployment, { registration: found, treasury, vendors, settings });
  }
  return null;
}

interface Compared {
  readonly registration: Registration;
  readonly treasury: TreasuryRow | undefined;
  readonly vendors: readonly Address[];
  readonly settings: CommerceSettings;
}

function compare(
  { config }: Sources,
  deployment: Deployment,
  { registration, treasury, vendors, settings }: Compared,
): PolicyState {
  const { owner, chainMerchantId } = registration;
  const call = (to: Address, data: Hex, summary: string): WalletCall => ({
    chainId: deployment.chainId,
    to,
    data,
    value: "0",
    from: owner,
    summary,
  });
  if (!treasury) {
    const implementation = deployment.contracts.agentTreasury?.address ?? zeroAddress;
    const data = deployTreasuryData(deployment.contracts.registry.address, chainMerchantId);
    const instructions = [call(implementation, data, "Create the agent's treasury")];
    return { policy: "awaiting_wallet", treasury: null, instructions };
  }
  const wanted = policyOf(settings, agentOf(config)?.address ?? zeroAddress);
  const { add, remove } = vendorChanges(vendors, settings.approvedVendors);
  const instructions: WalletCall[] = [];
  if (!isInStep(treasury, wanted) || !treasury.isPriced) {
    const policy = { ...wanted, evaluator: treasury.evaluator };
    // Tokens that are not named keep their rate and reserve.
    const rates = treasury.isPriced ? [] : ratesOf(deployment, eurUsdMillionths(config), treasury);
    const data = setPolicyData(policy, rates);
    instructions.push(call(treasury.address, data, "Set the agent's limits on-chain"));
  }
  if (add.length > 0) {
    instructions.push(call(treasury.address, setVendorsData(add, true), "List approved vendors"));
  }
  if (remove.length > 0) {
    const data = setVendorsData(remove, false);
    instructions.push(call(treasury.address, data, "Remove vendors from the list"));
  }
  const policy = instructions.length === 0 ? "in_sync" : "awaiting_wallet";
  return { policy, treasury: treasury.address, instructions };
}

/** The contract takes a token's rate with its reserve, which stays the owner's. */
const ratesOf = (
  { tokens }: Deployment,
  eurUsd: bigint,
  { reserves }: Pick<TreasuryRow, "reserves">,
) =>
  currencies.flatMap((currency: Currency) => {
    const token = tokens[currency];
    const unitsPerCent = unitsPerCentOf(currency, eurUsd);
    if (!token) return [];
    const reserve = BigInt(reserves[token.address] ?? 0);
    return [{ token: token.address, unitsPerCent, reserve }];
  });
