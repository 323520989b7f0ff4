import { type Deployment, deploymentById } from "@/lib/adapters/chain/chains";
import { readFeeMarket } from "@/lib/adapters/chain/fee-market";
import type { Relayer } from "@/lib/adapters/chain/relayer";
import type { Context } from "@/lib/domain/context";
import { assessWallet } from "@/lib/domain/relay/nonces/assess-wallet";
import type { BlockedReason } from "@/lib/domain/relay/nonces/block-wallet";
import { feeCap, marketFees, payloadCap } from "@/lib/domain/relay/nonces/fees";
import { sendAttempt } from "@/lib/domain/relay/nonces/send-attempt";
import { signCall } from "@/lib/domain/relay/nonces/sign-call";
import type { WalletLease } from "@/lib/domain/relay/nonces/wallet-lease";
import { claimSubmissions } from "@/lib/domain/relay/queue/claim-submissions";
import { holdSubmissions } from "@/lib/domain/relay/queue/hold-submissions";
import { findUnsettled, findUntimely, readCodes } from "@/lib/domain/relay/queue/inspect-items";
import {
  type Item,
  type PlannedCall,
  planCalls,
  withoutItems,
} from "@/lib/domain/relay/queue/plan-calls";
import {
  postponeSubmissions,
  rejectSubmissions,
  reroute,
} from "@/lib/domain/relay/queue/postpone-submissions";
import { screenSubmissions } from "@/lib/domain/relay/queue/screen-submissions";
import type { Shard } from "@/lib/domain/relay/queue/shard";
import { setAsidePaid } from "./set-aside-paid";
import { paymentOf, type SubmissionRow } from "./submission-rows";
import { warnOnce } from "./warn-once";

type RelayContext = Pick<Context, "db" | "log" | "config" | "chains">;

/** Who sends, and how much it may take. */
export interface Sender {
  readonly relayer: Relayer;
  readonly shard: Shard;
  readonly lease: WalletLease;
  /** Free slots. */
  readonly room: number;
}

/**
 * Takes due submissions, sorts out those that would not settle now, and signs, stores and sends the
 * rest: one nonce for those that go together, one for each that goes alone.
 * @returns `sent`: transactions; `blocked`: why the wallet cannot sign, and nothing was reserved
 * @throws WrongChain, RpcError, RpcUnavailable
 */
export async function sendDue(
  ctx: RelayContext,
  sender: Sender,
): Promise<{ taken: number; sent: number; blocked: BlockedReason | null }> {
  const { shard } = sender;
  const claimed = await claimSubmissions(ctx.db, shard, ctx.config.RELAY_BATCH_MAX);
  const [first] = claimed;
  if (!first) return { taken: 0, sent: 0, blocked: null };
  // What is for another deployment stays in the queue for the next call.
  const rows = claimed.filter(({ deploymentId }) => deploymentId === first.deploymentId);
  const deployment = deploymentById(ctx.chains, first.deploymentId);
  const items = await prepareItems(ctx, deployment, shard, rows);
  const { calls, impossible } = planCalls(items);
  await rejectSubmissions(
    ctx.db,
    "queued",
    impossible.map(({ id }) => id),
    "not_encodable",
  );
  let sent = 0;
  for (const call of calls.slice(0, sender.room)) {
    const outcome = await sendCall(ctx, deployment, sender, call);
    if (outcome === "sent") sent += 1;
    else if (outcome !== "nothing") return { taken: rows.length, sent, blocked: outcome };
  }
  return { taken: rows.length, sent, blocked: null };
}

/** Sessions, screening, time, and whether the payers have code; what does not pass is set aside. */
async function prepareItems(
  ctx: RelayContext,
  deployment: Deployment,
  shard: Shard,
  rows: readonly SubmissionRow[],
): Promise<Item[]> {
  const { db } = ctx;
  const open = await setAsidePaid(db, rows);
  const { clear, blocked, unavailable } = await screenSubmissions(ctx, deployment, open);
  await rejectSubmissions(db, "queued", idsOf(blocked), "payer_blocked");
  const relayedBefore = blocked.filter(({ rounds }) => rounds > 0);
  await postponeSubmissions(
    db,
    relayedBefore.map(({ id }) => ({ id, failure: "address_blocked" })),
  );
  await holdSubmissions(db, idsOf(unavailable));
  const items = clear.map(
    (row): Item => ({ id: row.id, payment: paymentOf(row), payerHasCode: row.payerHasCode }),
  );
  const [codes, untimely] = await Promise.all([
    readCodes(deployment, items),
    findUntimely(deployment, items),
  ]);
  await postponeSubmissions(db, untimely);
  const late = new Set(idsOf(untimely));
  const coded = (item: Item) => codes.get(item.payment.payer) ?? item.payerHasCode;
  const changed = items.filter((item) => coded(item) !== item.payerHasCode);
  await reroute(db, idsOf(changed));
  const elsewhere = new Set(shard.coded === null ? [] : idsOf(changed));
  return items
    .filter(({ id }) => !late.has(id) && !elsewhere.has(id))
    .map((item) => ({ ...item, payerHasCode: coded(item) }));
}

async function sendCall(
  ctx: RelayContext,
  deployment: Deployment,
  { relayer, lease }: Sender,
  planned: PlannedCall,
): Promise<"sent" | "nothing" | BlockedReason> {
  const { chain } = deployment;
  const [bad, market] = await Promise.all([
    findUnsettled(deployment, relayer.address, planned),
    readFeeMarket(chain.rpc),
  ]);
  await postponeSubmissions(ctx.db, bad);
  const call = withoutItems(planned, new Set(idsOf(bad)));
  if (!call) return "nothing";
  const fees = marketFees(market, payloadCap(feeCap(ctx.config)));
  if (!fees) {
    const fields = { chainId: chain.id, baseFee: String(market.baseFee) };
    warnOnce(ctx.log, `fees:${chain.id}`, fields, "the chain asks for more than the fee cap");
    return "fee_cap";
  }
  const blocked = await assessWallet(ctx, chain, lease, call.gas * fees.maxFeePerGas);
  if (blocked) return blocked;
  const stored = await signCall(ctx.db, { deployment, relayer, lease, call, fees });
  if (!stored) return "nothing";
  await sendAttempt(ctx, chain, stored);
  return "sent";
}

const idsOf = (items: readonly { readonly id: string }[]) => items.map(({ id }) => id);
