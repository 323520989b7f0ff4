import { stateList } from "@/db/state-list";
import type { RegistryRecord } from "@/lib/adapters/chain/calls/registry-calls";
import type { OutputOf } from "@/lib/contract/endpoint";
import type { getMerchantOnchainState } from "@/lib/contract/merchants/merchant-account";
import { openCallStates } from "@/lib/core/states";
import { feeInForce } from "@/lib/domain/merchants/registrations/fee-in-force";
import type { Context, SessionActor } from "@/lib/domain/platform/context";
import { getChainStatus } from "./get-chain-status";
import { readLiveRecord } from "./read-live-record";
import { recordCalls } from "./record-calls";
import { readStanding, type Standing } from "./request-registration";

type State = OutputOf<typeof getMerchantOnchainState>;
type RecordView = NonNullable<State["record"]>;

/** A merchant's record in the registry of the request's mode: by the chain, or as of the last final block. */
export async function getOnchainState(ctx: Context<SessionActor>): Promise<State> {
  const { db, actor } = ctx;
  const { mode, chainId, registryAddress, prerequisites } = await getChainStatus(ctx);
  const standing = await readStanding(ctx, db, actor);
  const { deploymentId, chainMerchantId, owner, payout } = standing;
  const live =
    chainMerchantId === null ? null : await readLiveRecord(ctx, { deploymentId, chainMerchantId });
  const record = live ? show(live) : await readKnown(ctx, deploymentId);
  return {
    object: "onchain_state",
    mode,
    chainId,
    registryAddress,
    chainMerchantId: chainMerchantId?.toString() ?? null,
    feeBps: record?.feeBps ?? null,
    ...(await readNextFee(ctx, deploymentId, record)),
    record,
    final: owner !== null && payout !== null ? { owner, payoutAddress: payout } : null,
    calls: callsOf(ctx, standing, record),
    stale: chainMerchantId !== null && !live,
    prerequisites,
  };
}

type NextFee = Pick<State, "nextFeeBps" | "feeEffectiveAt">;

/** The next fee: by a call that is under way, else as announced by the registry, else by a call for later. */
async function readNextFee(
  { db, actor }: Context<SessionActor>,
  deploymentId: string,
  record: RecordView | null,
): Promise<NextFee> {
  if (!record) return { nextFeeBps: null, feeEffectiveAt: null };
  const [call] = await db<{ feeBps: number; notBefore: Date | null }[]>`
    select fee_bps, case when not_before > clock_now() then not_before end as not_before
    from operator_calls
    where merchant_id = ${actor.merchantId} and deployment_id = ${deploymentId}
      and kind = 'set_fee' and state in (${stateList(db, openCallStates)})
    order by number desc limit 1`;
  const { feeBps, announcedFee } = record;
  const announced = announcedFee && {
    nextFeeBps: announcedFee.feeBps,
    feeEffectiveAt: announcedFee.effectiveAt,
  };
  const called = call && { nextFeeBps: call.feeBps, feeEffectiveAt: call.notBefore };
  const isReplaced = called?.feeEffectiveAt === null && called.nextFeeBps !== announced?.nextFeeBps;
  const next = isReplaced ? called : (announced ?? called);
  if (!next || next.nextFeeBps === feeBps) return { nextFeeBps: null, feeEffectiveAt: null };
  return next;
}

/** What ends a transfer of the ownership that has begun. */
function callsOf(
  ctx: Pick<Context, "chains">,
  { deploymentId, chainMerchantId }: Standing,
  record: RecordView | null,
): State["calls"] {
  if (chainMerchantId === null || !record?.pendingOwner) {
    return { acceptOwnership: null, cancelOwnershipTransfer: null };
  }
  const calls = recordCalls(ctx, { deploymentId, chainMerchantId });
  return {
    acceptOwnership: calls.acceptOwnership(record.pendingOwner),
    cancelOwnershipTransfer: calls.cancelOwnershipTransfer(record.owner),
  };
}

function show({ payout, nextFee, settleUntil, ...record }: RegistryRecord): RecordView {
  return {
    ...record,
    payoutAddress: payout,
    announcedFee: nextFee && { feeBps: nextFee.feeBps, effectiveAt: dateOf(nextFee.at) },
    settleUntil: record.status === "suspended" ? dateOf(settleUntil) : null,
  };
}

const dateOf = (seconds: bigint): Date => new Date(Number(seconds) * 1_000);

type KnownRow = Omit<RecordView, "announcedFee" | "pendingOwner"> & {
  announcedBps: number | null;
  announcedAt: Date | null;
};

async function readKnown(
  { db, actor }: Context<SessionActor>,
  deploymentId: string,
): Promise<RecordView | null> {
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
