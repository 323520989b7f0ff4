import type { TransactionSql } from "@/db/client";
import type { merchants } from "@/db/schema/merchants";
import type { RegistryRecord } from "@/lib/adapters/chain/calls/registry-calls";
import type { OutputOf } from "@/lib/contract/endpoint";
import type { updateOwnMerchant } from "@/lib/contract/merchants/merchant-account";
import type { Address } from "@/lib/core/chain/hex";
import { invalidState, notFound, Refusal } from "@/lib/core/errors";
import { queueMail } from "@/lib/domain/mails/queue-mail";
import type { Context, SessionActor } from "@/lib/domain/platform/context";
import { walletMails } from "./account-mails";
import type { MerchantRow } from "./merchant-rows";
import { readLiveRecord } from "./read-live-record";
import { recordCalls } from "./record-calls";
import { readStanding, requestRegistration } from "./request-registration";

type Rotation = OutputOf<typeof updateOwnMerchant>["payoutRotation"];
type Addresses = Pick<typeof merchants.$inferSelect, "payoutAddress" | "testPayoutAddress">;

/** Where payments are to go, and what the registry says at its newest block; null where nothing is asked for. */
export type PayoutChange = {
  readonly payout: Address;
  readonly live: RegistryRecord | null;
} | null;

/**
 * Looks at the chain before a payout address is changed. The first one of a mode is taken as it is; to change it a person
 * must have authenticated anew.
 * @throws Refusal `permission_denied` with `step_up_required` or `security_hold`
 */
export async function preparePayout(
  ctx: Context<SessionActor>,
  payout: Address,
): Promise<PayoutChange> {
  const { db, actor } = ctx;
  const [row] = await db<Addresses[]>`
    select payout_address, test_payout_address from merchants where id = ${actor.merchantId}`;
  if (!row) throw notFound("merchant");
  const { deploymentId, chainMerchantId, payout: final } = await readStanding(ctx, db, actor);
  const live =
    chainMerchantId === null ? null : await readLiveRecord(ctx, { deploymentId, chainMerchantId });
  // What the owner has said counts until the registry says more.
  const known = live ? [final, live.payout] : [final ?? saidIn(actor, row)];
  if (known.some((one) => one !== null && one !== payout)) demandStepUp(ctx);
  return { payout, live };
}

/** What the owner has said, before the registry does. */
const saidIn = ({ mode }: Pick<SessionActor, "mode">, row: Addresses): Address | null =>
  mode === "live" ? row.payoutAddress : row.testPayoutAddress;

function demandStepUp({ requireStepUp }: Pick<Context, "requireStepUp">): void {
  if (!requireStepUp) {
    throw new Refusal("permission_denied", "Authenticate again, and repeat the request.", {
      details: { reason: "step_up_required", methods: [] },
    });
  }
  requireStepUp();
}

/**
 * Changes where payments go: here while no registry has the merchant, else by the owner's wallet. The caller has locked
 * the merchant.
 * @returns what the owner's wallet has to send; null where it has nothing to do
 * @throws Refusal `session_invalid_state` with `registration_pending`
 */
export async function changePayout(
  ctx: Context<SessionActor>,
  tx: TransactionSql,
  before: MerchantRow,
  change: PayoutChange,
): Promise<Rotation> {
  if (!change) return null;
  const { payout, live } = change;
  const standing = await readStanding(ctx, tx, ctx.actor);
  const { deploymentId, chainMerchantId, owner } = standing;
  if (chainMerchantId !== null && owner !== null) {
    if (payout === (live?.payout ?? standing.payout)) return null;
    const calls = recordCalls(ctx, { deploymentId, chainMerchantId });
    const instructions = calls.setPayout(live?.owner ?? owner, payout);
    return { status: "awaiting_wallet", instructions };
  }
  await changeSaid(ctx, tx, before, { payout, isUnderWay: standing.isUnderWay });
  return null;
}

/** Keeps what the owner says; in test mode the merchant is registered with it, again where that has failed. */
async function changeSaid(
  ctx: Context<SessionActor>,
  tx: TransactionSql,
  before: MerchantRow,
  { payout, isUnderWay }: { payout: Address; isUnderWay: boolean },
): Promise<void> {
  const isLive = ctx.actor.mode === "live";
  const isSame = payout === saidIn(ctx.actor, before);
  if (isUnderWay && !isSame) {
    throw invalidState(
      "The address is being registered on-chain. Wait until the registration is final.",
      {
        reason: "registration_pending",
      },
    );
  }
  if (!isSame) {
    const [changed] = await tx<{ at: Date }[]>`
      update merchants set payout_address = case when ${isLive} then ${payout} else payout_address end,
        test_payout_address = case when ${isLive} then test_payout_address else ${payout} end
      where id = ${before.id} returning clock_now() as at`;
    if (!changed) throw notFound("merchant");
    await mailOfPayout(ctx, tx, { before: saidIn(ctx.actor, before), after: payout, ...changed });
  }
  const { tier } = before;
  if (!isLive) await requestRegistration(ctx, tx, { tier, payout, owner: payout });
}

/** Nothing replaces the first address of a mode. */
async function mailOfPayout(
  { actor, requestId }: Context<SessionActor>,
  tx: TransactionSql,
  { before, after, at }: { before: Address | null; after: Address; at: Date },
): Promise<void> {
  if (before === null) return;
  const { merchantId, mode } = actor;
  const facts = { before, after, chainId: null, at: at.toISOString() };
  const mail = { merchantId, mode, about: requestId, ...facts };
  await queueMail(tx, walletMails.payoutChanged, mail);
}
