import type { Db } from "@/db/client";
import {
  addressOf,
  type Deployment,
  deploymentById,
  deploymentIds,
} from "@/lib/adapters/chain/chains";
import { screenBeforeSigning } from "@/lib/domain/compliance/screen-before-signing";
import type { Context } from "@/lib/domain/platform/context";
import { awaitCreation } from "@/lib/domain/wallets/creations/await-creation";
import { findOpenCreations } from "@/lib/domain/wallets/creations/creation-rows";
import { claimSubmissions } from "@/lib/domain/wallets/queue/claim-submissions";
import { holdSubmissions } from "@/lib/domain/wallets/queue/hold-submissions";
import { findUntimely, readCodes } from "@/lib/domain/wallets/queue/inspect-items";
import { type Item, planCalls } from "@/lib/domain/wallets/queue/plan-calls";
import {
  postponeSubmissions,
  rejectSubmissions,
  reroute,
} from "@/lib/domain/wallets/queue/postpone-submissions";
import type { Shard } from "@/lib/domain/wallets/queue/shard";
import type { Candidate, Carrier } from "@/lib/domain/wallets/relay-task";
import { setAsidePaid } from "@/lib/domain/wallets/set-aside-paid";
import { paymentOf, type SubmissionRow } from "@/lib/domain/wallets/submission-rows";
import { payerCreation, type Uncreated } from "./payer-creation";
import { settlementCandidate } from "./settlement-call";

type RelayContext = Pick<Context, "db" | "log" | "config" | "chains">;

/**
 * Takes due submissions, sorts out those that would not settle now, and plans the calls of the rest: one
 * for those of a form that go together, one for each that goes alone.
 * @throws RpcError, RpcUnavailable
 */
export async function takeSettlements(
  ctx: RelayContext,
  { shard }: Carrier,
): Promise<{ taken: number; candidates: Candidate[] }> {
  const claimed = await claimSubmissions(ctx.db, shard, ctx.config.RELAY_BATCH_MAX);
  const known = new Set(deploymentIds(ctx.chains));
  const first = claimed.find(({ deploymentId }) => known.has(deploymentId));
  const retired = claimed.filter(({ deploymentId }) => !known.has(deploymentId));
  await holdSubmissions(ctx.db, idsOf(retired));
  if (!first) return { taken: claimed.length, candidates: [] };
  // What is for another deployment stays in the queue for the next call.
  const rows = claimed.filter(({ deploymentId }) => deploymentId === first.deploymentId);
  const deployment = deploymentById(ctx.chains, first.deploymentId);
  const { items, uncreated } = await prepareItems(ctx, deployment, shard, rows);
  const { calls, impossible } = planCalls(addressOf(deployment, "registry"), items);
  await rejectSubmissions(
    ctx.db,
    "queued",
    impossible.map(({ id }) => id),
    "not_encodable",
  );
  const creations = uncreated.flatMap(({ item, row }) => {
    return row.state === "queued" ? [payerCreation(ctx.db, deployment, item, row)] : [];
  });
  const candidates = calls.map((call) => settlementCandidate(ctx.db, deployment, call));
  return { taken: rows.length, candidates: [...creations, ...candidates] };
}

/** Sessions, screening, time, and whether the payers have code; what does not pass is set aside. */
async function prepareItems(
  ctx: RelayContext,
  deployment: Deployment,
  shard: Shard,
  rows: readonly SubmissionRow[],
): Promise<{ items: Item[]; uncreated: Uncreated[] }> {
  const { db } = ctx;
  const open = await setAsidePaid(db, rows);
  const { clear, blocked, unavailable } = await screenBeforeSigning(ctx, deployment, "relay", open);
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
  const uncreated = await findUncreated(db, deployment, items, coded);
  const sentFor = uncreated.filter(({ row }) => row.state !== "queued");
  await awaitCreation(db, idsOf(sentFor.map(({ item }) => item)));
  const waiting = new Set(idsOf(uncreated.map(({ item }) => item)));
  const changed = items.filter(
    (item) => coded(item) !== item.payerHasCode && !waiting.has(item.id),
  );
  await reroute(db, idsOf(changed));
  const elsewhere = new Set(shard.coded === null ? [] : idsOf(changed));
  return {
    items: items
      .filter(({ id }) => !late.has(id) && !elsewhere.has(id) && !waiting.has(id))
      .map((item) => ({ ...item, payerHasCode: coded(item) })),
    uncreated: uncreated.filter(({ item }) => !late.has(item.id)),
  };
}

/** Items whose payers' wallets are to be created first: they were taken as those of payers with code, and have none. */
async function findUncreated(
  db: Db,
  { chainId }: Deployment,
  items: readonly Item[],
  coded: (item: Item) => boolean,
): Promise<Uncreated[]> {
  const bare = items.filter((item) => item.payerHasCode && !coded(item));
  const payers = bare.map(({ payment }) => payment.payer);
  const open = await findOpenCreations(db, chainId, payers);
  return bare.flatMap((item): Uncreated[] => {
    const row = open.get(item.payment.payer);
    return row ? [{ item, row }] : [];
  });
}

const idsOf = (items: readonly { readonly id: string }[]) => items.map(({ id }) => id);
