import type { Db } from "@/db/client";
import type { Deployment, Token } from "@/lib/adapters/chain/chains";
import type { CommerceSettings } from "@/lib/core/agents/decide-approval";
import type { Currency } from "@/lib/core/amounts/money";
import type { Address } from "@/lib/core/chain/hex";
import { invalidRequest, invalidState } from "@/lib/core/errors";
import { readPlaces, type TreasuryRow } from "@/lib/domain/agents/treasury/read-places";
import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import type { Owner } from "@/lib/domain/platform/owned-by";
import { readCommerce } from "./read-commerce";

/** Where a merchant's agent may buy, and within what. */
export interface Commerce {
  readonly settings: CommerceSettings;
  readonly deployment: Deployment;
  readonly token: Token;
  readonly treasury: TreasuryRow;
}

/**
 * What the merchant has set for its agent's jobs.
 * @throws Refusal `session_invalid_state` with `capability_disabled`
 */
export async function requireSettings(db: Db, owner: Owner): Promise<CommerceSettings> {
  const settings = await readCommerce(db, owner);
  if (settings) return settings;
  throw invalidState("Enable commerce in the agent's settings first.", {
    reason: "capability_disabled",
    capability: "commerce",
  });
}

/**
 * The first of the mode's deployments where the merchant has a treasury and the currency exists: `mainPlace`, but for a
 * currency that is not there.
 * @throws Refusal `session_invalid_state` with `capability_disabled` or `commerce_unavailable`
 * @throws Refusal `invalid_request` with `token_unsupported`
 */
export async function requireCommerce(
  { chains, actor }: Pick<Context<MerchantActor>, "chains" | "actor">,
  db: Db,
  currency: Currency,
): Promise<Commerce> {
  const settings = await requireSettings(db, actor);
  const places = (await readPlaces({ chains }, db, actor)).flatMap(({ deployment, treasury }) =>
    treasury && deployment.contracts.escrow ? [{ deployment, treasury }] : [],
  );
  if (places.length === 0) {
    const message = "The agent has no treasury to pay from: create it with your wallet.";
    throw invalidState(message, { reason: "commerce_unavailable" });
  }
  for (const place of places) {
    const token = place.deployment.tokens[currency];
    if (token) return { ...place, settings, token };
  }
  const message = `Stipend settles no ${currency} on the chain of the agent's treasury.`;
  throw invalidRequest("currency", message, { reason: "token_unsupported" });
}

/** Whether the owner has listed a vendor on the chain, as it was read last. */
export async function isVendorListed(
  db: Db,
  { deploymentId, merchantId }: Pick<TreasuryRow, "deploymentId" | "merchantId">,
  vendor: Address,
): Promise<boolean> {
  const found = await db`
    select from agent_vendors
    where deployment_id = ${deploymentId} and merchant_id = ${merchantId} and vendor = ${vendor}`;
  return found.length > 0;
}
