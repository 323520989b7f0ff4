import { type Db, transaction } from "@/db/client";
import { stateList } from "@/db/state-list";
import { type Chain, deploymentById, deploymentIds } from "@/lib/adapters/chain/chains";
import { readLatestBlock } from "@/lib/adapters/chain/reads/latest-block";
import { isRefundRefUsed } from "@/lib/adapters/chain/reads/refund-refs";
import { RpcError } from "@/lib/adapters/chain/rpc/rpc";
import {
  openAuthorizationStates,
  refundAuthorizationTransitions,
} from "@/lib/core/refund-authorization-states";
import { sourcesOf } from "@/lib/core/states";
import { finalAuthorization } from "@/lib/domain/payments/outcomes/final-authorization";
import type { Context } from "@/lib/domain/platform/context";
import { failRefund } from "@/lib/domain/refunds/fail-refund";
import { lockRefund } from "@/lib/domain/refunds/lock-refund";
import { type RefundRow, readRefund } from "@/lib/domain/refunds/refund-rows";
import type { Finality } from "@/lib/domain/wallets/finality";
import type { AuthorizationRow } from "./authorization-rows";

type TaskContext = Pick<Context, "db" | "chains">;

/** Why an authorization can never be executed any more. */
type Death = "authorization_expired" | "authorization_consumed";

const AT_ONCE = 20;
/** One is looked at again so long after it last changed. */
const AGAIN_SECONDS = 15;
/** Those that no block carries. What is mined is decided by its slot first, which counts what was in vain. */
const undecided = sourcesOf(refundAuthorizationTransitions, "dead");

/**
 * Decides authorizations that wait, or whose transaction is not in a block, at the final block. One that is unspent there
 * and whose time is over can no longer be executed, nor one that is spent there: unless the contract has taken the refund's
 * ref, the refund has failed. One whose refund was completed otherwise needs no sending. Anything else stays as it is. The
 * nonce of a transaction that is not needed any more is used up by a no-op.
 * @throws RpcUnavailable, ChainDoubt
 */
export async function decideAuthorizations(
  ctx: TaskContext,
  chain: Chain,
  finality: Finality,
): Promise<void> {
  const { db } = ctx;
  const rows = await db<AuthorizationRow[]>`
    select * from refund_authorizations
    where chain_id = ${chain.id} and deployment_id = any (${deploymentIds(ctx.chains)}::text[])
      and state in (${stateList(db, openAuthorizationStates)})
      and state in (${stateList(db, undecided)})
      and updated_at <= clock_now() - ${AGAIN_SECONDS} * interval '1 second'
    order by updated_at limit ${AT_ONCE}`;
  for (const row of rows) {
    const refund = await readRefund(db, row.refundId);
    if (refund.status !== "submitted") await supersede(ctx, row);
    else await decide(ctx, { row, refund, chain, finality });
  }
}

/** One whose own transaction completed the refund is `done` once its slot is used up. */
async function supersede({ db }: TaskContext, { refundId }: AuthorizationRow): Promise<void> {
  await transaction(db, async (tx) => {
    // A rebuild may take it back meanwhile.
    await tx`select from refunds where id = ${refundId} for no key update`;
    const { count } = await tx`
      update refund_authorizations a set state = 'superseded', obstacle = null, tx_hash = null,
        updated_at = clock_now()
      from refunds r
      where a.refund_id = ${refundId} and a.state in (${stateList(tx, undecided)})
        and r.id = a.refund_id and r.status <> 'submitted'
        and (a.state = 'queued' or not exists (
          select from relay_attempts t where t.batch_id = a.batch_id and t.hash = r.tx_hash
        ))`;
    if (count === 0) await noteAsked(tx, refundId);
  });
}

/** So that the next round takes others. */
async function noteAsked(db: Db, refundId: string): Promise<void> {
  await db`
    update refund_authorizations set updated_at = clock_now()
    where refund_id = ${refundId} and state in (${stateList(db, undecided)})`;
}

interface Question {
  readonly row: AuthorizationRow;
  readonly refund: RefundRow;
  readonly chain: Chain;
  readonly finality: Finality;
}

async function decide(ctx: TaskContext, question: Question): Promise<void> {
  const death = await findDeath(ctx, question).catch((error: unknown) => {
    if (error instanceof RpcError) return null;
    throw error;
  });
  const { refundId } = question.row;
  if (death !== null) return fail(ctx, refundId, death);
  await noteAsked(ctx.db, refundId);
}

/** @throws RpcError, RpcUnavailable, ChainDoubt */
async function findDeath(ctx: TaskContext, question: Question): Promise<Death | null> {
  const { row, refund, chain, finality } = question;
  const { fromAddress: payer, nonce, validBefore } = row;
  const name = { token: refund.tokenAddress, payer, nonce };
  const state = await finalAuthorization(ctx.db, chain, name, finality);
  const seconds = BigInt(Math.floor(finality.at.getTime() / 1_000));
  if (state === "unknown" || (state === "unspent" && seconds < validBefore)) return null;
  // The contract's steps take the ref as well, and leave the authorization unspent.
  if (await isReturned(ctx, question)) return null;
  return state === "unspent" ? "authorization_expired" : "authorization_consumed";
}

/**
 * Whether the contract has taken the refund's ref, or may have: its event then says what became of the refund, whether or
 * not its proof is still stored. What is not used at the newest block is not used at the final one either, which nodes may
 * have forgotten.
 */
async function isReturned(
  { chains }: TaskContext,
  { row, refund, chain, finality }: Question,
): Promise<boolean> {
  const deployment = deploymentById(chains, row.deploymentId);
  const { isCharge, chainMerchantId: merchantId, refundRef } = refund;
  const kind = isCharge ? "chargeRefunds" : "refunds";
  const { number, hash } = await readLatestBlock(chain);
  if (merchantId === null || !deployment.contracts[kind] || number < finality.number) return true;
  return isRefundRefUsed(deployment, { kind, merchantId, refundRef }, { blockHash: hash });
}

async function fail(ctx: TaskContext, refundId: string, reason: Death): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    const { status } = await lockRefund(tx, refundId);
    if (status !== "submitted") return;
    const { count } = await tx`
      update refund_authorizations set state = 'dead', obstacle = null, tx_hash = null,
        updated_at = clock_now()
      where refund_id = ${refundId} and state in (${stateList(tx, undecided)})`;
    if (count === 1) await failRefund(ctx, tx, { id: refundId, reason });
  });
}
