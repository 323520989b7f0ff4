import { type Db, type TransactionSql, transaction } from "@/db/client";
import { stateList } from "@/db/state-list";
import { relayedRefundCall } from "@/lib/adapters/chain/calls/refund-calls";
import { refundObstacle } from "@/lib/adapters/chain/calls/refund-obstacle";
import { simulateCall } from "@/lib/adapters/chain/calls/simulate-call";
import { deploymentById, deploymentIds } from "@/lib/adapters/chain/chains";
import { hasCode } from "@/lib/adapters/chain/reads/tokens";
import {
  openAuthorizationStates,
  type RefundObstacle,
} from "@/lib/core/refund-authorization-states";
import type { Context } from "@/lib/domain/platform/context";
import { proofOf } from "@/lib/domain/refunds/instructions";
import { type RefundRow, readRefund } from "@/lib/domain/refunds/refund-rows";
import { screenPayer } from "@/lib/domain/refunds/screen-payer";
import type { Shard } from "@/lib/domain/wallets/queue/shard";
import type { Candidate, Carrier, SignedSlot, SlotCall } from "@/lib/domain/wallets/relay-task";
import { type AuthorizationRow, isDue } from "./authorization-rows";

type TaskContext = Pick<Context, "db" | "config" | "chains">;

const AT_ONCE = 10;
/** While a wallet works on one, no other takes it; if the process dies, it is taken again after this. */
const TAKEN_SECONDS = 20;
/** After something stood against it. */
const REFUSED_SECONDS = 30;

/**
 * A query of the authorizations that are due for a wallet: senders with code have wallets of their own. First those that
 * were not looked at yet, so that the ones which wait, however many, keep no others waiting.
 */
export function dueAuthorizations(
  db: Db,
  { chainId, coded }: Pick<Shard, "chainId" | "coded">,
  most: number,
) {
  return db`
    select a.refund_id, a.created_at from refund_authorizations a
    where a.chain_id = ${chainId} and a.state in (${stateList(db, openAuthorizationStates)})
      and ${isDue(db)} and (a.next_check_at is null or a.next_check_at <= clock_now())
      and coalesce(a.sender_has_code = ${coded}, true)
    order by a.next_check_at nulls first, a.created_at limit ${most}`;
}

/** Takes authorizations that are due, and plans a call for each. */
export async function takeAuthorizations(
  ctx: TaskContext,
  { shard }: Carrier,
): Promise<{ taken: number; candidates: Candidate[] }> {
  const rows = await transaction(ctx.db, (tx) => {
    return tx<AuthorizationRow[]>`
      with due as materialized (
        select refund_id from refund_authorizations
        where refund_id in (select refund_id from (${dueAuthorizations(tx, shard, AT_ONCE)}) d)
          and state = 'queued'
        for no key update skip locked
      )
      update refund_authorizations a set wallet = ${shard.wallet},
        next_check_at = clock_now() + ${TAKEN_SECONDS} * interval '1 second'
      where a.refund_id in (select refund_id from due)
      returning a.*`;
  });
  const known = new Set(deploymentIds(ctx.chains));
  const candidates: Candidate[] = [];
  for (const row of rows.filter(({ deploymentId }) => known.has(deploymentId))) {
    const candidate = candidateOf(ctx, row, await readRefund(ctx.db, row.refundId));
    if (candidate) candidates.push(candidate);
  }
  return { taken: rows.length, candidates };
}

/** The contract's call; null where its proof is not stored any more. */
function candidateOf(ctx: TaskContext, row: AuthorizationRow, refund: RefundRow): Candidate | null {
  const deployment = deploymentById(ctx.chains, row.deploymentId);
  const proof = proofOf(deployment, refund);
  if (!proof) return null;
  const { amount, refundRef } = refund;
  const { fromAddress: from, validBefore, signature, senderHasCode } = row;
  const authorization = { from, validAfter: 0n, validBefore, signature, senderHasCode };
  const slotCall: SlotCall = {
    kind: "refund",
    deploymentId: deployment.id,
    ...relayedRefundCall(deployment, { proof, amount, refundRef }, authorization),
    value: 0n,
    lock: async (tx) => ((await isWaiting(tx, row)) ? slotCall : null),
    bind: (tx, slot) => markSigned(tx, row, slot),
  };
  return {
    async examine(sender) {
      const verdict = await screenPayer(ctx, refund, { ...refund, id: refund.transactionId });
      if (verdict !== "clear") {
        const obstacle = verdict === "blocked" ? "payer_blocked" : "screening_unavailable";
        return postpone(ctx.db, row, obstacle);
      }
      const hasCodeNow = await hasCode(deployment.chain.rpc, from);
      if (hasCodeNow !== senderHasCode) return reroute(ctx.db, row, hasCodeNow);
      const simulation = await simulateCall(deployment.chain.rpc, { ...slotCall, from: sender });
      if (!simulation.reverted) return slotCall;
      return postpone(ctx.db, row, refundObstacle(simulation.data, senderHasCode));
    },
  };
}

/** What is refused now may pass later: the merchant can add money, an issuer lift a block. Whether it never can, the chain says. */
async function postpone(
  db: Db,
  { refundId }: AuthorizationRow,
  obstacle: RefundObstacle,
): Promise<null> {
  await db`
    update refund_authorizations set obstacle = ${obstacle},
      next_check_at = clock_now() + ${REFUSED_SECONDS} * interval '1 second'
    where refund_id = ${refundId} and state = 'queued'`;
  return null;
}

/** Whether the sender has code has changed since it signed: the call needs another gas limit, and may be another relay wallet's. */
async function reroute(
  db: Db,
  { refundId }: AuthorizationRow,
  senderHasCode: boolean,
): Promise<null> {
  await db`
    update refund_authorizations set sender_has_code = ${senderHasCode}, wallet = null,
      next_check_at = null
    where refund_id = ${refundId} and state = 'queued'`;
  return null;
}

async function isWaiting(tx: TransactionSql, { refundId }: AuthorizationRow): Promise<boolean> {
  const locked = await tx`
    select from refund_authorizations a where a.refund_id = ${refundId} and ${isDue(tx)}
    for no key update skip locked`;
  return locked.length > 0;
}

async function markSigned(
  tx: TransactionSql,
  { refundId }: AuthorizationRow,
  slot: SignedSlot,
): Promise<void> {
  const { count } = await tx`
    update refund_authorizations set state = 'signed', batch_id = ${slot.batchId},
      tx_hash = ${slot.hash}, wallet = ${slot.wallet}, obstacle = null, next_check_at = null,
      updated_at = clock_now()
    where refund_id = ${refundId} and state = 'queued'`;
  if (count !== 1) throw new Error("The authorization was locked, and changed");
}

/** Leaves what a wallet has taken and not signed for to the others. */
export async function giveBackAuthorizations(
  db: Db,
  { chainId, wallet }: Pick<Shard, "chainId" | "wallet">,
): Promise<void> {
  await db`
    update refund_authorizations set wallet = null, next_check_at = null
    where chain_id = ${chainId} and wallet = ${wallet} and state = 'queued'
      and state in (${stateList(db, openAuthorizationStates)})`;
}
