import { transaction } from "@/db/client";
import { chainById } from "@/lib/adapters/chain/chains";
import { isChainTrouble } from "@/lib/adapters/chain/rpc/chain-trouble";
import { Refusal } from "@/lib/core/errors";
import { takeBackJobs } from "@/lib/domain/agents/jobs/apply-job-events";
import { takeBackRegistryChanges } from "@/lib/domain/merchants/registrations/take-back-registry-changes";
import { tellSessions } from "@/lib/domain/payments/settlements/confirm-sessions";
import { takeBackSettlements } from "@/lib/domain/payments/settlements/take-back-settlements";
import { type AuditedActor, recordAudit } from "@/lib/domain/platform/audit/record-audit";
import type { Context, SystemActor } from "@/lib/domain/platform/context";
import { takeBackRefunds } from "@/lib/domain/refunds/take-back-refunds";
import { takeBackSubscriptions } from "@/lib/domain/subscriptions/books/take-back-subscriptions";
import { type TakenBack, takeBackWork } from "@/lib/domain/wallets/take-back-work";
import { planRebuild, type RebuildPlan } from "./plan-rebuild";
import { lockFound, positionOf, rewind } from "./rewind";
import { type ScanOutcome, scanChain } from "./scan-chain";

/** What a rebuild took back. */
export interface Rebuilt extends TakenBack {
  /** The block that the reading goes on from. */
  readonly number: bigint;
  /** Payments that were confirmed and are not any more. */
  readonly reverted: readonly string[];
  /** Payments that were seen and not final. */
  readonly unseen: readonly string[];
  /** Refunds that were completed and are not any more. */
  readonly refunds: readonly string[];
  /** Subscriptions of which an enrolment, a charge or an end is not final any more. */
  readonly subscriptions: readonly string[];
}

/**
 * Takes a chain back to the last block that the nodes still have, in one transaction: what was read after
 * it is forgotten, the payments in it are taken back, and the relay's work is in flight again. A session
 * that was paid there stays `confirmed`, as its merchant was told, and says so with `payment.reverted`;
 * when the payment comes back nothing is told twice. Reading goes on from there by itself.
 * @throws Refusal the cursor has moved since the plan was made
 */
export async function applyRebuild(
  ctx: Context<AuditedActor>,
  { chainId, cursor, start, head, wallets }: RebuildPlan,
): Promise<Rebuilt> {
  const { number, hash } = positionOf(start);
  return transaction(ctx.db, async (tx) => {
    await lockFound(tx, cursor);
    const range = { chainId, above: number, counts: wallets };
    await takeBackJobs(ctx, tx, range);
    const refunds = await takeBackRefunds(tx, range);
    const subscriptions = await takeBackSubscriptions(ctx, tx, range);
    const payments = await takeBackSettlements(tx, range);
    const work = await takeBackWork(ctx, tx, range, payments);
    const paid = payments.flatMap((payment) => (payment.paidSession ? payment.sessionId : []));
    await tellSessions(
      ctx,
      tx,
      "payment.reverted",
      paid.filter((id) => id !== null),
    );
    await takeBackRegistryChanges(tx, { chainId, above: number });
    await rewind(tx, chainId, start, head);
    const idsOf = (status: string) =>
      payments.flatMap(({ id, was }) => (was === status ? [id] : []));
    const done = {
      ...work,
      number,
      reverted: idsOf("confirmed"),
      unseen: idsOf("pending"),
      refunds,
      subscriptions,
    };
    const { finalizedNumber, haltedReason } = cursor;
    await recordAudit(ctx, tx, {
      action: "chain.rebuild",
      subject: { type: "chain", id: String(chainId) },
      before: { number: cursor.number, hash: cursor.hash, finalizedNumber, haltedReason },
      after: { ...done, hash },
    });
    return done;
  });
}

/**
 * Rebuilds a chain from its last common block and reads it again, without asking anybody: for the local
 * chain, whose restart may lose blocks.
 * @returns how the reading ended; `unfinished` goes on with the next scan
 */
export async function rebuildChain(
  ctx: Context<SystemActor>,
  { chainId, until }: { chainId: number; until: Date },
): Promise<ScanOutcome> {
  const chain = chainById(ctx.chains, chainId);
  try {
    const done = await applyRebuild(ctx, await planRebuild(ctx, { chainId }));
    const { number, reverted } = done;
    const fields = { chainId, from: String(number), reverted };
    ctx.log.warn(fields, "the chain is read again from its last common block");
  } catch (error) {
    // Another process was faster, or the node cannot tell yet.
    if (!(error instanceof Refusal || isChainTrouble(error))) throw error;
    return { kind: "unfinished" };
  }
  let outcome = await scanChain(ctx, chain, until);
  while (outcome.kind === "unfinished" && Date.now() < until.getTime()) {
    outcome = await scanChain(ctx, chain, until);
  }
  return outcome;
}
