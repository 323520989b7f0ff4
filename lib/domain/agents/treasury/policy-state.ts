import type { z } from "zod";
import type { Db } from "@/db/client";
import { agentOf } from "@/lib/adapters/chain/calls/relayer";
import {
  deployTreasuryData,
  setPolicyData,
  setVendorsData,
} from "@/lib/adapters/chain/calls/treasury-owner-calls";
import type { Deployment } from "@/lib/adapters/chain/chains";
import type { withheldReason } from "@/lib/contract/agents/config";
import type { walletCall } from "@/lib/contract/merchants/wallet-call";
import { isInStep, policyOf, vendorChanges } from "@/lib/core/agents/compare-policy";
import type { CommerceSettings } from "@/lib/core/agents/decide-approval";
import { unitsPerCentOf } from "@/lib/core/agents/job-cents";
import { type Currency, currencies } from "@/lib/core/amounts/money";
import { type Address, checksumAddress, type Hex, zeroAddress } from "@/lib/core/chain/hex";
import { commerceMerchants, eurUsdMillionths } from "@/lib/domain/agents/jobs/read-commerce";
import type { Context } from "@/lib/domain/platform/context";
import type { Owner } from "@/lib/domain/platform/owned-by";
import { mainPlace, type Place, readPlaces, type TreasuryRow } from "./read-places";

type WalletCall = z.output<typeof walletCall>;

/**
 * Why a call that sets a policy is not given: the owner has set it in a block that is not final, or not read. It would put
 * back what the owner has just changed, since it names the evaluator and the reserves that were read last.
 */
type Withheld = z.output<typeof withheldReason>;

/** Whether the chain holds the agent to what the merchant has set, and what the owner's wallet sends so that it does. */
export interface PolicyState {
  readonly policy: "in_sync" | "awaiting_wallet";
  /** In the order in which they are sent; empty when in sync. */
  readonly instructions: WalletCall[];
  readonly withheld: Withheld | null;
  /** From which new jobs are paid; null: none is deployed. */
  readonly treasury: Address | null;
}

type Sources = Pick<Context, "chains" | "config">;

/**
 * Compares the merchant's treasuries with the settings, as the chain was read last: the one from which new jobs are paid
 * comes first, and its further ones follow. Where the mode's first deployment has none, it is to be created there.
 * @returns null where the merchant is not registered, or no deployment has treasuries
 */
export async function readPolicyState(
  ctx: Sources,
  db: Db,
  owner: Owner,
  settings: CommerceSettings,
): Promise<PolicyState | null> {
  const places = await readPlaces(ctx, db, owner);
  const main = mainPlace(places);
  if (!main) return null;
  const instructions: WalletCall[] = [];
  let withheld: Withheld | null = null;
  for (const place of places) {
    if (!place.treasury) continue;
    const { limits, lists } = callsOf(ctx, place, place.treasury, {
      listed: await readListed(db, place.treasury),
      settings,
    });
    const isStale = limits.length > 0 && (await wasSetSince(db, place.treasury));
    if (isStale) withheld = "policy_not_final";
    const calls = isStale ? lists : [...limits, ...lists];
    instructions.push(...(place === main ? calls : calls.map(namingTreasury)));
  }
  if (places[0]?.treasury === null) instructions.push(creationOf(places[0]));
  const isInSync = instructions.length === 0 && withheld === null;
  const policy = isInSync ? "in_sync" : "awaiting_wallet";
  return { policy, treasury: main.treasury?.address ?? null, instructions, withheld };
}

/** Whether the policy was set in a block after the one that was read last, and is to be read: not without `commerce`. */
async function wasSetSince(
  db: Db,
  { deploymentId, merchantId, mode, readBlock }: TreasuryRow,
): Promise<boolean> {
  const set = await db`
    select from agent_treasury_looks
    where deployment_id = ${deploymentId} and merchant_id = ${merchantId}
      and policy_block > ${readBlock}
      and (merchant_id, ${mode}) in (${commerceMerchants(db)})`;
  return set.length > 0;
}

async function readListed(
  db: Db,
  { deploymentId, merchantId }: TreasuryRow,
): Promise<readonly Address[]> {
  const listed = await db<{ vendor: Address }[]>`
    select vendor from agent_vendors
    where deployment_id = ${deploymentId} and merchant_id = ${merchantId}`;
  return listed.map(({ vendor }) => vendor);
}

const callOf = (
  { deployment, owner }: Place,
  call: { to: Address; data: Hex; summary: string },
): WalletCall => ({ chainId: deployment.chainId, value: "0", from: owner, ...call });

function creationOf(place: Place): WalletCall {
  const { contracts } = place.deployment;
  const to = contracts.agentTreasury?.address ?? zeroAddress;
  const data = deployTreasuryData(contracts.registry.address, place.chainMerchantId);
  return callOf(place, { to, data, summary: "Create the agent's treasury" });
}

/** A call to another treasury than the one that is shown first. */
function namingTreasury(call: WalletCall): WalletCall {
  const address = checksumAddress(call.to);
  return { ...call, summary: `${call.summary}: ${address.slice(0, 6)}…${address.slice(-4)}` };
}

interface Compared {
  readonly listed: readonly Address[];
  readonly settings: CommerceSettings;
}

/** The call that sets the limits, and those that change the list of vendors; none of what is in step. */
function callsOf(
  { config }: Sources,
  place: Place,
  treasury: TreasuryRow,
  { listed, settings }: Compared,
): { limits: WalletCall[]; lists: WalletCall[] } {
  const call = (data: Hex, summary: string) =>
    callOf(place, { to: treasury.address, data, summary });
  const wanted = policyOf(settings, agentOf(config)?.address ?? zeroAddress);
  const { add, remove } = vendorChanges(listed, settings.approvedVendors);
  const limits: WalletCall[] = [];
  const lists: WalletCall[] = [];
  if (!isInStep(treasury, wanted) || !treasury.isPriced) {
    const policy = { ...wanted, evaluator: treasury.evaluator };
    // Tokens that are not named keep their rate and reserve.
    const rates = treasury.isPriced
      ? []
      : ratesOf(place.deployment, eurUsdMillionths(config), treasury);
    limits.push(call(setPolicyData(policy, rates), "Set the agent's limits on-chain"));
  }
  if (add.length > 0) lists.push(call(setVendorsData(add, true), "List approved vendors"));
  if (remove.length > 0) {
    lists.push(call(setVendorsData(remove, false), "Remove vendors from the list"));
  }
  return { limits, lists };
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
