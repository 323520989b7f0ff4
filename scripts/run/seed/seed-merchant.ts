import { setTimeout as sleep } from "node:timers/promises";
import type { Db } from "@/db/client";
import type { merchantRegistrations } from "@/db/schema/merchants";
import type { Deployment } from "@/lib/adapters/chain/chains";
import { type Address, lowerHex } from "@/lib/core/chain/hex";
import type { Context, OperatorActor } from "@/lib/domain/platform/context";
import { drainRelay } from "@/lib/domain/wallets/drain-relay";
import { listOperatorCalls } from "@/lib/domain/wallets/operator-calls/list-operator-calls";
import { requestOperatorCall } from "@/lib/domain/wallets/operator-calls/request-operator-call";
import type { OperatorCallRow } from "@/lib/domain/wallets/operator-calls/wanted-call";
import { scanChain } from "@/lib/indexer/scan-chain";

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

/** A merchant's record in a deployment's registry. */
export type Registration = Pick<
  typeof merchantRegistrations.$inferSelect,
  "deploymentId" | "mode" | "chainMerchantId" | "payout"
>;

/** Between two looks at a chain whose blocks come by themselves. */
const PAUSE_MS = 250;
const SCAN_MS = 10_000;

/** Makes the merchant's row, or leaves the one that is there. */
export async function seedMerchant(db: Db, merchant: MerchantSeed): Promise<void> {
  await db`
    insert into merchants ${db({
      id: merchant.id,
      businessName: merchant.businessName,
      email: merchant.email,
      payoutAddress: lowerHex(merchant.payout),
      testPayoutAddress: lowerHex(merchant.payout),
    })}
    on conflict (id) do nothing`;
}

/**
 * Wants the merchant in the registries of deployments, and makes the calls beside the app until it is in
 * them, at finality, or the time is up; the app goes on then. Nothing is called for one that is in them.
 * @param options.onPending mines, where blocks do not come by themselves
 * @param options.isDone whether what else was asked of the operator is done; it is waited for as well
 * @returns the registrations that are there
 */
export async function seedRegistrations(
  ctx: Context<OperatorActor>,
  deployments: readonly Deployment[],
  merchant: MerchantSeed,
  options: {
    patienceMs: number;
    onPending?: () => Promise<void>;
    isDone?: () => Promise<boolean>;
  },
): Promise<Registration[]> {
  const giveUpAt = Date.now() + options.patienceMs;
  await wantRegistrations(ctx, deployments, merchant);
  const chains = new Set(deployments.map(({ chain }) => chain));
  const system = { ...ctx, actor: { kind: "system" } as const };
  for (;;) {
    const found = await findRegistrations(ctx.db, deployments, merchant);
    const isThere = found.length === deployments.length && ((await options.isDone?.()) ?? true);
    if (isThere || Date.now() >= giveUpAt) return found;
    for (const chain of chains) {
      await scanChain(system, chain, new Date(Date.now() + SCAN_MS));
      await drainRelay(system, { chainId: chain.id, until: new Date(0) });
    }
    if (options.onPending) await options.onPending();
    else await sleep(PAUSE_MS);
  }
}

/** The registrations of a merchant that are not there and not called for yet, as calls. */
async function wantRegistrations(
  ctx: Context<OperatorActor>,
  deployments: readonly Deployment[],
  merchant: MerchantSeed,
): Promise<void> {
  const { id: merchantId, feeBps } = merchant;
  const [found, open] = await Promise.all([
    findRegistrations(ctx.db, deployments, merchant),
    findOpenCalls(ctx.db, merchant),
  ]);
  const known = new Set([...found, ...open].map(({ deploymentId }) => deploymentId));
  const [owner, payout] = [lowerHex(merchant.owner), lowerHex(merchant.payout)];
  for (const deployment of deployments) {
    if (known.has(deployment.id)) continue;
    const wanted = { kind: "register", deployment, merchantId, owner, payout, feeBps } as const;
    await requestOperatorCall(ctx, wanted);
  }
}

/** The calls that are to register a merchant and have not ended. */
export async function findOpenCalls(
  db: Db,
  { id }: Pick<MerchantSeed, "id">,
): Promise<OperatorCallRow[]> {
  const open = await listOperatorCalls(db, { open: true, merchantId: id });
  return open.filter(({ kind }) => kind === "register");
}

function findRegistrations(
  db: Db,
  deployments: readonly Deployment[],
  { id }: MerchantSeed,
): Promise<Registration[]> {
  return db<Registration[]>`
    select deployment_id, mode, chain_merchant_id, payout from merchant_registrations
    where merchant_id = ${id} and status <> 'none'
      and deployment_id = any (${deployments.map((deployment) => deployment.id)})`;
}
