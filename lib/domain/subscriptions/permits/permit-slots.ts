import type { TransactionSql } from "@/db/client";
import { stateList } from "@/db/state-list";
import type { Receipt } from "@/lib/adapters/chain/reads/transactions";
import type { Bytes32 } from "@/lib/core/chain/hex";
import { openPermitStates, sentPermitStates } from "@/lib/core/states";
import { isPayload } from "@/lib/domain/wallets/is-payload";
import type { SlotRules, TakenBackItems } from "@/lib/domain/wallets/relay-task";

/** What follows for a permit from where the transaction of its slot is. */
export const permitSlots: SlotRules = {
  isWanted: (db) => db`exists (
    select from payer_permits p where p.batch_id = b.id
      and p.state in (${stateList(db, sentPermitStates)})
  )`,
  async noteBroadcast() {},
  async noteMined(tx, { batchId, hash }) {
    await tx`
      update payer_permits set state = 'mined', tx_hash = ${hash}, updated_at = clock_now()
      where batch_id = ${batchId} and state = 'signed'`;
  },
  returnToFlight: (tx, batchIds) => tx`
    update payer_permits set state = 'signed', updated_at = clock_now()
    where batch_id = any (${[...batchIds]}::text[]) and state = 'mined'`,
  noteConsumed: decideSlot,
  // Slots are locked before their permits everywhere.
  async lockLost() {},
  takeBack: takeBackPermits,
};

/** The token took it in the final block, or it is queued again: what becomes of it then is decided by its nonce there. */
async function decideSlot(
  tx: TransactionSql,
  batchId: string,
  by: { readonly hash: Bytes32; readonly receipt: Receipt } | null,
): Promise<void> {
  const isOwn = by !== null && (await isPayload(tx, by.hash));
  if (by && isOwn && by.receipt.succeeded) {
    await tx`
      update payer_permits set state = 'done', tx_hash = ${by.hash}, failure = null,
        closed_at = clock_now(), updated_at = clock_now()
      where batch_id = ${batchId} and state in (${stateList(tx, sentPermitStates)})`;
    return;
  }
  await tx`
    update payer_permits set state = 'queued', failure = ${isOwn ? "reverted" : "nonce_taken"},
      rounds = rounds + ${isOwn ? 1 : 0}, wallet = null, updated_at = clock_now()
    where batch_id = ${batchId} and state in (${stateList(tx, sentPermitStates)})`;
}

/**
 * Takes permits back whose slots are open again. One whose payer has signed another since stays closed, and its slot is
 * closed with a no-op.
 */
async function takeBackPermits(
  tx: TransactionSql,
  reopened: readonly string[],
): Promise<TakenBackItems> {
  const slots = [...reopened];
  const back = await tx<{ id: string }[]>`
    update payer_permits p set state = 'signed', closed_at = null, updated_at = clock_now()
    where p.batch_id = any (${slots}::text[]) and p.state = 'done' and not exists (
      select from payer_permits o
      where o.payer = p.payer and o.deployment_id = p.deployment_id
        and o.token_address = p.token_address and o.state in (${stateList(tx, openPermitStates)})
    )
    returning p.id`;
  // As if their bytes had never been sent: they are not sent again.
  await tx`
    update relay_batches b set state = 'signed'
    where b.id = any (${slots}::text[]) and b.kind = 'permit' and not ${permitSlots.isWanted(tx)}`;
  return { inFlight: back.map(({ id }) => id), queued: [], closed: [] };
}
