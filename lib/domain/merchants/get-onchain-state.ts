import { isChainTrouble } from "@/lib/adapters/chain/chain-trouble";
import { contractOf, type Deployment, deploymentById } from "@/lib/adapters/chain/chains";
import { type RegistryRecord, readRecord } from "@/lib/adapters/chain/registry-calls";
import { requestMs, rpcWithin } from "@/lib/adapters/chain/rpc-within";
import type { OutputOf } from "@/lib/contract/endpoint";
import type { getMerchantOnchainState } from "@/lib/contract/merchant-account";
import type { Context, SessionActor } from "@/lib/domain/context";
import { feeInForce } from "@/lib/domain/registrations/fee-in-force";
import { getChainStatus } from "./get-chain-status";
import { readStanding } from "./request-registration";

type State = OutputOf<typeof getMerchantOnchainState>;
type Shown = NonNullable<State["record"]>;

/** A merchant's record in the registry of the request's mode: by the chain, or as of the last final block. */
export async function getOnchainState(ctx: Context<SessionActor>): Promise<State> {
  const { db, chains, actor } = ctx;
  const { mode, chainId, registryAddress, prerequisites } = await getChainStatus(ctx);
  const { deploymentId, chainMerchantId } = await readStanding(ctx, db, actor);
  const live =
    chainMerchantId !== null &&
    (await readLive(deploymentById(chains, deploymentId), chainMerchantId));
  return {
    object: "onchain_state",
    mode,
    chainId,
    registryAddress,
    chainMerchantId: chainMerchantId?.toString() ?? null,
    record: live || (await readKnown(ctx, deploymentId)),
    stale: chainMerchantId !== null && !live,
    prerequisites,
  };
}

/** Read within the time that a request has; null where no node answers. */
async function readLive(deployment: Deployment, chainMerchantId: bigint): Promise<Shown | null> {
  const rpc = rpcWithin(deployment.chain.rpc, requestMs);
  try {
    return show(await readRecord(rpc, contractOf(deployment, "registry"), chainMerchantId));
  } catch (error) {
    if (isChainTrouble(error)) return null;
    throw error;
  }
}

function show({ payout, nextFee, settleUntil, ...record }: RegistryRecord): Shown {
  return {
    ...record,
    payoutAddress: payout,
    announcedFee: nextFee && { feeBps: nextFee.feeBps, effectiveAt: dateOf(nextFee.at) },
    settleUntil: record.status === "suspended" ? dateOf(settleUntil) : null,
  };
}

const dateOf = (seconds: bigint): Date => new Date(Number(seconds) * 1_000);

type KnownRow = Omit<Shown, "announcedFee" | "pendingOwner"> & {
  announcedBps: number | null;
  announcedAt: Date | null;
};

async function readKnown(
  { db, actor }: Context<SessionActor>,
  deploymentId: string,
): Promise<Shown | null> {
  const [row] = await db<KnownRow[]>`
    select owner, payout as payout_address, status, settle_until,
      ${feeInForce(db, "r", db`clock_now()`)} as fee_bps,
      case when next_fee_at > clock_now() then next_fee_bps end as announced_bps,
      case when next_fee_at > clock_now() then next_fee_at end as announced_at
    from merchant_registrations r
    where merchant_id = ${actor.merchantId} and mode = ${actor.mode}
      and deployment_id = ${deploymentId} and status <> 'none'`;
  if (!row) return null;
  const { announcedBps, announcedAt, ...record } = row;
  const isAnnounced = announcedBps !== null && announcedAt !== null;
  const announcedFee = isAnnounced ? { feeBps: announcedBps, effectiveAt: announcedAt } : null;
  return { ...record, pendingOwner: null, announcedFee };
}
