import { type TransactionSql, transaction } from "@/db/client";
import { pipelined } from "@/db/pipelined";
import { sendTransaction } from "@/lib/adapters/chain/calls/send-transaction";
import type { Chain } from "@/lib/adapters/chain/chains";
import type { SendAnswer } from "@/lib/adapters/chain/rpc/send-error";
import type { Bytes32, Hex } from "@/lib/core/chain/hex";
import type { SlotKind } from "@/lib/core/kinds";
import { wakes } from "@/lib/core/operations/wakes";
import type { Context } from "@/lib/domain/platform/context";
import { wake } from "@/lib/domain/platform/outbox/wake";
import { taskOf } from "@/lib/domain/wallets/relay-task";
import { assertChain } from "./assert-chain";

/** Stored bytes, and the nonce slot that they belong to. */
export interface AttemptToSend {
  readonly batchId: string;
  readonly hash: Bytes32;
  readonly raw: Hex;
}

/**
 * Sends stored bytes, for the first time or again, and notes what the node said. Only its word that it
 * has them moves the slot on; every other answer leaves all as it is, to be tried again.
 * @throws WrongChain, RpcError, RpcUnavailable before anything was sent
 */
export async function sendAttempt(
  ctx: Pick<Context, "db" | "log" | "modules">,
  chain: Chain,
  { batchId, hash, raw }: AttemptToSend,
): Promise<SendAnswer> {
  await assertChain(chain);
  const { answer, message } = await sendTransaction(chain.rpc, raw);
  if (answer !== "accepted")
    ctx.log.info({ batchId, hash, answer, message }, "a transaction was not taken");
  const lastError = answer === "accepted" ? null : (message ?? answer).slice(0, 500);
  await transaction(ctx.db, async (tx) => {
    await pipelined([
      () => tx`
        update relay_attempts set sends = sends + 1, last_sent_at = now(), last_error = ${lastError},
          first_sent_at = coalesce(first_sent_at, now())
        where hash = ${hash}`,
      () => answer === "accepted" && noteBroadcast(ctx, tx, chain.id, batchId),
    ]);
  });
  return answer;
}

/** Notifies the indexer, so that it does not wait for its next tick. */
async function noteBroadcast(
  ctx: Pick<Context, "modules">,
  tx: TransactionSql,
  chainId: number,
  batchId: string,
): Promise<void> {
  const [slot] = await tx<{ kind: SlotKind }[]>`
    update relay_batches set state = 'in_flight' where id = ${batchId} and state = 'signed'
    returning kind`;
  if (!slot) return;
  await pipelined([
    () => taskOf(ctx, slot.kind)?.slots.noteBroadcast(tx, batchId),
    () => wake(tx, wakes.chain, { chainId }),
  ]);
}
