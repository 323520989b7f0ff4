import { type TransactionSql, transaction } from "@/db/client";
import { type Relayer, signerOf } from "@/lib/adapters/chain/calls/relayer";
import { type Chain, chainById } from "@/lib/adapters/chain/chains";
import { readFeeMarket } from "@/lib/adapters/chain/reads/fee-market";
import { transactionCount } from "@/lib/adapters/chain/reads/transactions";
import { invalidState } from "@/lib/core/errors";
import { newId } from "@/lib/core/ids";
import { wakes } from "@/lib/core/operations/wakes";
import type { Context } from "@/lib/domain/platform/context";
import { wake } from "@/lib/domain/platform/outbox/wake";
import { assertChain } from "./assert-chain";
import { type Fees, feeCap, marketFees } from "./fees";
import { noopCall } from "./noop-call";
import { insertAttempt } from "./sign-call";
import { readWallet, type WalletName } from "./wallet-rows";

/** More than any wallet has in flight. */
const AT_ONCE = 100n;

/** A nonce that the chain waits for and that no process works on. */
export interface MissingNonce {
  readonly nonce: bigint;
  /** The slot that had used it up, on blocks that are gone; null where there never was one. */
  readonly consumedSlot: string | null;
  /** The slot's signed bytes are kept, and can be sent again. */
  readonly kept: boolean;
}

/** The nonces that hold up a wallet's later ones. */
export interface GapPlan extends WalletName {
  readonly databaseCounter: bigint;
  readonly latestCount: bigint;
  /** In their order; a hundred at the most. */
  readonly missing: readonly MissingNonce[];
  /** Whether the wallet's key is configured: without it a nonce of which no signed bytes are kept cannot be filled. */
  readonly canSign: boolean;
}

/** Whether the gap cannot be filled: a nonce needs a signature, and the key is not configured. */
export const lacksKey = ({ missing, canSign }: GapPlan): boolean =>
  !canSign && missing.some(({ kept }) => !kept);

type RepairContext = Pick<Context, "db" | "chains" | "config" | "log">;

/**
 * Finds the nonces between the chain's count and the counter that no open slot stands for. Nodes keep
 * the transactions after such a gap waiting. Changes nothing.
 * @throws Refusal `not_found`
 * @throws RpcError, RpcUnavailable
 */
export async function planGapFill(
  { db, chains, config }: RepairContext,
  name: WalletName,
): Promise<GapPlan> {
  const { rpc } = chainById(chains, name.chainId);
  const [{ nextNonce }, latestCount] = await Promise.all([
    readWallet(db, name),
    transactionCount(rpc, name.wallet, "latest"),
  ]);
  const missing = await db<MissingNonce[]>`
    select n.nonce, b.id as consumed_slot, exists (
      select from relay_attempts a where a.batch_id = b.id and a.raw is not null
    ) as kept
    from generate_series(${latestCount}::bigint, ${nextNonce - 1n}::bigint) as n(nonce)
    left join relay_batches b on b.chain_id = ${name.chainId} and b.wallet = ${name.wallet}
      and b.nonce = n.nonce
    where b.id is null or b.state = 'consumed'
    order by n.nonce limit ${AT_ONCE}`;
  const canSign = signerOf(config, name.wallet) !== undefined;
  return { ...name, databaseCounter: nextNonce, latestCount, missing, canSign };
}

/**
 * Fills a wallet's gap: a nonce of which nothing is kept gets a transaction that does nothing, and a slot
 * whose block is gone is taken up again, its stored bytes or a no-op using the nonce. Whichever is mined,
 * each nonce is used once and no payment can be made twice. The drain sends them.
 * @returns what was filled
 * @throws Refusal `not_found`
 * @throws Refusal `session_invalid_state`: there is no gap, the key is gone, or the fee is above the cap
 * @throws WrongChain, RpcError, RpcUnavailable
 */
export async function fillNonceGap(ctx: RepairContext, name: WalletName): Promise<GapPlan> {
  const chain = chainById(ctx.chains, name.chainId);
  await assertChain(chain);
  const plan = await planGapFill(ctx, name);
  if (plan.missing.length === 0) {
    throw invalidState("No nonce is missing.", { reason: "no_gap" });
  }
  if (lacksKey(plan)) {
    throw invalidState("The wallet's key is not configured.", { reason: "key_missing" });
  }
  const relayer = signerOf(ctx.config, name.wallet);
  const isNew = plan.missing.some(({ kept }) => !kept);
  const fees = isNew ? await noopFees(ctx, chain) : null;
  await transaction(ctx.db, async (tx) => {
    for (const { nonce, consumedSlot, kept } of plan.missing) {
      if (consumedSlot !== null) await reopen(tx, consumedSlot);
      if (!kept && relayer && fees) {
        await insertNoop(tx, { chain, relayer, nonce, fees, slot: consumedSlot });
      }
    }
    await wake(tx, wakes.relay, { chainId: chain.id });
  });
  const nonces = plan.missing.map(({ nonce }) => String(nonce));
  ctx.log.warn({ ...name, nonces }, "an operator filled a gap in a wallet's nonces");
  return plan;
}

async function noopFees({ config }: RepairContext, chain: Chain): Promise<Fees> {
  const fees = marketFees(await readFeeMarket(chain.rpc), feeCap(config));
  if (fees) return fees;
  throw invalidState("The chain asks for more than the fee cap.", { reason: "fee_cap" });
}

/** A used-up slot is final for everyone else: the setting lets this transaction alone open it. */
async function reopen(tx: TransactionSql, slot: string): Promise<void> {
  await tx`select set_config('stipend.reopen_nonces', 'on', true)`;
  await tx`
    update relay_batches set state = 'in_flight', consumed_by = null, consumed_block = null,
      consumed_at = null
    where id = ${slot} and state = 'consumed'`;
  await tx`update relay_attempts set last_sent_at = null where batch_id = ${slot}`;
}

interface NoopFilling {
  chain: Chain;
  relayer: Relayer;
  nonce: bigint;
  fees: Fees;
  /** The slot of the nonce; null where there is none. */
  slot: string | null;
}

async function insertNoop(tx: TransactionSql, filling: NoopFilling): Promise<void> {
  const { chain, relayer, nonce, fees, slot } = filling;
  const call = noopCall(relayer);
  const signed = await relayer.sign({ chainId: chain.id, nonce, ...call, ...fees });
  const attempt = { kind: "noop", signed, fees } as const;
  if (slot !== null) {
    await insertAttempt(tx, { ...attempt, batchId: slot });
    return;
  }
  const batchId = newId("relayBatch");
  const { count } = await tx`
    insert into relay_batches (id, chain_id, wallet, nonce, kind, state, call_to, gas_limit)
    values (${batchId}, ${chain.id}, ${relayer.address}, ${nonce}, 'noop', 'signed', ${call.to},
      ${call.gas})
    on conflict do nothing`;
  if (count === 1) await insertAttempt(tx, { ...attempt, batchId });
}
