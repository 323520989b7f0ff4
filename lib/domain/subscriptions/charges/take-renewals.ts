import { MAX_CHARGES } from "@/lib/adapters/chain/calls/call-gas";
import { addressOf, chainById, type Deployment, deploymentById } from "@/lib/adapters/chain/chains";
import { type LatestBlock, readLatestBlock } from "@/lib/adapters/chain/reads/latest-block";
import { screenBeforeSigning } from "@/lib/domain/compliance/screen-before-signing";
import type { Context } from "@/lib/domain/platform/context";
import { assertChain } from "@/lib/domain/wallets/nonces/assert-chain";
import type { Candidate, Carrier } from "@/lib/domain/wallets/relay-task";
import { type ClaimedSubscription, claimRenewals, giveBack, lookAgain } from "./claim-renewals";
import { closeOver } from "./close-subscription";
import { decideRenewals, SOON_SECONDS, type Verdict } from "./decide-renewals";
import { dueRenewals } from "./due-renewals";
import { failRenewal } from "./fail-renewal";
import { dateOf } from "./judge-renewal";
import { lookUpKeeper } from "./keeper-wallets";
import { planBatches } from "./plan-batches";
import { readPositions } from "./read-positions";
import { renewalCandidate } from "./renewal-call";

type TaskContext = Pick<Context, "db" | "log" | "config" | "chains" | "modules">;

/** Calls for which charges of a deployment are taken at once: their reads go together. */
const CALLS_AT_ONCE = 3;

/**
 * Takes what is due by the latest block's time, for the deployments whose contract lets the wallet charge; fails what the
 * payer's side keeps from being charged, closes what is over, and plans the calls of the rest. What there is no room for is
 * left to others.
 * @throws WrongChain, RpcError, RpcUnavailable, ChainDoubt
 */
export async function takeRenewals(
  ctx: TaskContext,
  { shard: { chainId, wallet } }: Carrier,
  calls: number,
): Promise<{ taken: number; candidates: Candidate[] }> {
  const { db } = ctx;
  const due = await db<{ deploymentId: string }[]>`
    select deployment_id from (${dueRenewals(db, { chainId, wallet }, 1)}) due`;
  if (due.length === 0) return { taken: 0, candidates: [] };
  const chain = chainById(ctx.chains, chainId);
  await assertChain(chain);
  let taken = 0;
  const candidates: Candidate[] = [];
  for (const { deploymentId } of due) {
    const room = Math.min(CALLS_AT_ONCE, calls - candidates.length);
    if (room === 0) break;
    if (!(await lookUpKeeper(ctx, deploymentId, wallet))) continue;
    const deployment = deploymentById(ctx.chains, deploymentId);
    const block = await readLatestBlock(chain);
    const at = dateOf(block.timestamp);
    const claimed = await claimRenewals(db, { deploymentId, at, most: room * MAX_CHARGES });
    taken += claimed.length;
    if (claimed.length > 0) candidates.push(...(await prepare(ctx, deployment, block, claimed)));
  }
  return { taken, candidates };
}

/** Gives back the charges that cannot be decided now; they do not count as failed. */
async function prepare(
  ctx: TaskContext,
  deployment: Deployment,
  block: LatestBlock,
  claimed: readonly ClaimedSubscription[],
): Promise<Candidate[]> {
  const readAt = performance.now();
  try {
    const positions = await readPositions(ctx.db, deployment, block, claimed);
    const verdicts = decideRenewals(claimed, positions, block.timestamp);
    await screenPayers(ctx, deployment, verdicts, block.timestamp);
    await carryOut(ctx, verdicts, block.timestamp);
    const renewals = [...verdicts].flatMap(([row, verdict]) =>
      verdict.kind === "pay" ? [{ ...verdict.due, claimed: row }] : [],
    );
    const known = new Set(positions.known);
    const shared = { deployment, at: dateOf(block.timestamp), readAt, known };
    const registry = addressOf(deployment, "registry");
    const batches = planBatches(registry, renewals);
    return batches.map((batch) => renewalCandidate(ctx, { ...batch, ...shared }));
  } catch (error) {
    await giveBack(ctx.db, claimed);
    throw error;
  }
}

/** Charges no payer whom a list names, and none before every list has answered. */
async function screenPayers(
  ctx: TaskContext,
  deployment: Deployment,
  verdicts: Map<ClaimedSubscription, Verdict>,
  time: bigint,
): Promise<void> {
  const toPay = [...verdicts.keys()].filter((row) => verdicts.get(row)?.kind === "pay");
  const screened = await screenBeforeSigning(ctx, deployment, "renewal", toPay);
  for (const row of screened.blocked) {
    const verdict = verdicts.get(row);
    if (verdict?.kind === "pay")
      verdicts.set(row, { ...verdict, kind: "fail", code: "address_blocked", missing: null });
  }
  for (const row of screened.unavailable) {
    verdicts.set(row, { kind: "later", at: dateOf(time + SOON_SECONDS) });
  }
}

/** All but the charges. */
async function carryOut(
  ctx: TaskContext,
  verdicts: ReadonlyMap<ClaimedSubscription, Verdict>,
  time: bigint,
): Promise<void> {
  const looks = [...verdicts].flatMap(([claimed, verdict]) =>
    verdict.kind === "later" ? [{ claimed, at: verdict.at }] : [],
  );
  await lookAgain(ctx.db, looks);
  for (const [claimed, verdict] of verdicts) {
    if (verdict.kind === "over") await closeOver(ctx, claimed, dateOf(time));
    if (verdict.kind !== "fail") continue;
    const { code, missing, due } = verdict;
    const { period, periodStart } = due;
    await failRenewal(ctx, {
      claimed,
      code,
      missing,
      period: Number(period),
      periodStart,
      at: dateOf(time),
    });
  }
}
