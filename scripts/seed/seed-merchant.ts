import type { Sql } from "@/db/client";
import { addressOf, type Deployment } from "@/lib/adapters/chain/chains";
import { type Address, lowerHex } from "@/lib/core/hex";
import { digits } from "@/lib/core/money";
import type { Deployer } from "@/scripts/contracts/deployer";
import {
  findRegistration,
  type Registration,
  readRegistration,
  registerMerchant,
} from "./register-merchant";

/** A merchant to be made. */
export interface MerchantSeed {
  /** `mer_…`, chosen by the caller so that a second run finds the same one. */
  id: string;
  businessName: string;
  email: string | null;
  /** May change the payout address in the registry. */
  owner: Address;
  /** Receives the settlements. */
  payout: Address;
  /** Hundredths of a percent, taken on chain from the amount. */
  feeBps: number;
}

/** Makes the merchant's row, or leaves the one that is there. */
export async function seedMerchant(db: Sql, merchant: MerchantSeed): Promise<void> {
  await db`
    insert into merchants ${db({
      id: merchant.id,
      businessName: merchant.businessName,
      email: merchant.email,
      payoutAddress: lowerHex(merchant.payout),
    })}
    on conflict (id) do nothing`;
}

/**
 * Makes sure that the merchant stands in the deployment's registry and that its row says what the
 * registry says. Nothing changes when both are so already.
 * @param operator The registry's operator
 */
export async function seedRegistration(
  db: Sql,
  operator: Deployer,
  deployment: Pick<Deployment, "id" | "mode" | "chainId" | "contracts">,
  merchant: MerchantSeed,
): Promise<Registration> {
  const rows = await db<{ merchantId: string; chainMerchantId: bigint }[]>`
    select merchant_id, chain_merchant_id from merchant_registrations
    where deployment_id = ${deployment.id} and mode = ${deployment.mode}`;
  const known = rows.find((row) => row.merchantId === merchant.id);
  const taken = rows.map((row) => row.chainMerchantId);
  const registry = addressOf(deployment, "registry");
  const found = known
    ? await readRegistration(operator, registry, known.chainMerchantId)
    : await findRegistration(operator, registry, { owner: merchant.owner, taken });
  const registration = found ?? (await registerMerchant(operator, registry, merchant));
  await storeRegistration(db, deployment, merchant.id, registration);
  return registration;
}

async function storeRegistration(
  db: Sql,
  deployment: Pick<Deployment, "id" | "mode">,
  merchantId: string,
  { chainMerchantId, owner, payout, feeBps }: Registration,
): Promise<void> {
  await db`
    insert into merchant_registrations ${db({
      merchantId,
      mode: deployment.mode,
      deploymentId: deployment.id,
      chainMerchantId: digits(chainMerchantId),
      owner: lowerHex(owner),
      payout: lowerHex(payout),
      feeBps,
    })}
    on conflict (merchant_id, deployment_id) do update
    set owner = excluded.owner, payout = excluded.payout, fee_bps = excluded.fee_bps`;
}
