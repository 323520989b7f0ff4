import type { Db, TransactionSql } from "@/db/client";
import { creationCall, tryAfterCreation } from "@/lib/adapters/chain/calls/wallet-creation";
import type { Deployment } from "@/lib/adapters/chain/chains";
import type { Address, Hex } from "@/lib/core/chain/hex";
import type { Candidate, SignedSlot, SlotCall } from "@/lib/domain/wallets/relay-task";
import { type CreationRow, creationOf } from "./creation-rows";

/** What a payer's wallet is created for. */
export interface AwaitingCall {
  readonly to: Address;
  readonly data: Hex;
  readonly gas: bigint;
}

/**
 * The call that creates a payer's wallet; examined, it is sent only if the payer's own call would succeed after it.
 * @param refused is told what the payer's call would revert with; null where the factory creates nothing, or is not
 * allowed any more
 */
export function creationCandidate(
  db: Db,
  deployment: Deployment,
  given: {
    readonly row: CreationRow;
    readonly call: AwaitingCall;
    readonly refused: (data: Hex | null) => Promise<void>;
  },
): Candidate {
  const { row, call, refused } = given;
  const { chain } = deployment;
  const creation = creationOf(row);
  const slotCall: SlotCall = {
    kind: "create_wallet",
    deploymentId: deployment.id,
    ...creationCall(row.payer, creation, row.id),
    value: 0n,
    lock: async (tx) => ((await isWaiting(tx, row)) ? slotCall : null),
    bind: (tx, slot) => markSigned(tx, row, slot),
  };
  return {
    async examine(from) {
      const isAllowed = chain.walletFactories.includes(row.factory);
      const wallet = { wallet: row.payer, creation };
      const trial = isAllowed
        ? await tryAfterCreation(chain.rpc, wallet, { from, ...call })
        : "not_created";
      if (trial !== "not_created" && !trial.reverted) return slotCall;
      const failure = trial === "not_created" ? "not_created" : "refused";
      await db`
        update wallet_creations set failure = ${failure}, updated_at = clock_now()
        where id = ${row.id} and state = 'queued'`;
      await refused(trial === "not_created" ? null : trial.data);
      return null;
    },
  };
}

async function isWaiting(tx: TransactionSql, { id }: CreationRow): Promise<boolean> {
  const locked = await tx`
    select from wallet_creations where id = ${id} and state = 'queued' for no key update skip locked`;
  return locked.length > 0;
}

async function markSigned(
  tx: TransactionSql,
  { id }: CreationRow,
  slot: SignedSlot,
): Promise<void> {
  const { count } = await tx`
    update wallet_creations set state = 'signed', batch_id = ${slot.batchId},
      tx_hash = ${slot.hash}, wallet = ${slot.wallet}, failure = null, updated_at = clock_now()
    where id = ${id} and state = 'queued'`;
  if (count !== 1) throw new Error("The creation was locked, and changed");
}
