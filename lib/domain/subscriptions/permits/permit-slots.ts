import type { TransactionSql } from "@/db/client";
import { stateList } from "@/db/state-list";
import { openPermitStates, sentPermitStates } from "@/lib/core/states";
import { chargeFailedSubmissions } from "@/lib/domain/wallets/gas-budget";
import type { NonceUse, SlotRules, TakenBackItems } from "@/lib/domain/wallets/relay-task";
import { slotOutcome } from "@/lib/domain/wallets/slot-outcome";
import { unsendUnwanted } from "@/lib/domain/wallets/unsend-unwanted";
import type { PermitRow } from "./permit-rows";

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

/**
 * The token took it in the final block, or it is queued again: what becomes of it then is decided by its nonce there. A
 * transaction in vain counts against its payer's budget.
 */
async function decideSlot(tx: TransactionSql, batchId: string, by: NonceUse): Promise<void> {
  const outcome = await slotOutcome(tx, by);
  if (outcome.done) {
    await tx`
      update payer_permits set state = 'done', tx_hash = ${outcome.hash}, failure = null,
        closed_at = clock_now(), updated_at = clock_now()
      where batch_id = ${batchId} and state in (${stateList(tx, sentPermitStates)})`;
    return;
  }
  const queued = await tx<Pick<PermitRow, "mode" | "payer">[]>`
    update payer_permits set state = 'queued', failure = ${outcome.failure},
      rounds = rounds + ${outcome.rounds}, wallet = null, updated_at = clock_now()
    where batch_id = ${batchId} and state in (${stateList(tx, sentPermitStates)})
    returning mode, payer`;
  if (outcome.rounds === 0) return;
  await chargeFailedSubmissions(
    tx,
    queued.map((permit) => ({ merchantId: null, ...permit })),
  );
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
  await unsendUnwanted(tx, reopened, "permit", permitSlots);
  return { inFlight: back.map(({ id }) => id), queued: [], closed: [] };
}
