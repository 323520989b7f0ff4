import type { TransactionSql } from "@/db/client";
import { stateList } from "@/db/state-list";
import type { Address } from "@/lib/core/chain/hex";
import { openCreationStates, sentCreationStates } from "@/lib/core/creation-states";
import { accountOf } from "@/lib/domain/wallets/queue/work-queues";
import type {
  MinedSlot,
  NonceUse,
  SlotRules,
  TakenBackItems,
} from "@/lib/domain/wallets/relay-task";
import { slotOutcome } from "@/lib/domain/wallets/slot-outcome";
import { unsendUnwanted } from "@/lib/domain/wallets/unsend-unwanted";

/** After so many transactions without effect a creation is given up: its payer's messages end with their time. */
const MOST_ROUNDS = 2;

/** What follows for a wallet's creation from where the transaction of its slot is. */
export const creationSlots: SlotRules = {
  isWanted: (db) => db`exists (
    select from wallet_creations c where c.batch_id = b.id
      and c.state in (${stateList(db, sentCreationStates)})
  )`,
  async noteBroadcast() {},
  noteMined,
  returnToFlight: (tx, batchIds) => tx`
    update wallet_creations set state = 'signed', updated_at = clock_now()
    where batch_id = any (${[...batchIds]}::text[]) and state = 'mined'`,
  noteConsumed: decideSlot,
  // Slots are locked before their creations everywhere.
  async lockLost() {},
  takeBack: takeBackCreations,
};

/** What waits for the wallet is looked at at once: the wallet's code decides, not this note. */
async function noteMined(tx: TransactionSql, { batchId, hash }: MinedSlot): Promise<void> {
  const rows = await tx<{ chainId: number; payer: Address }[]>`
    update wallet_creations set state = 'mined', tx_hash = ${hash}, updated_at = clock_now()
    where batch_id = ${batchId} and state = 'signed'
    returning chain_id, payer`;
  const accounts = rows.map(({ chainId, payer }) => accountOf(chainId, payer));
  await tx`
    with waiting as (
      select s.id from relay_open_submissions o join relay_submissions s on s.id = o.submission_id
      where o.account = any (${accounts}::text[]) and s.state = 'queued'
      order by s.id for no key update of s skip locked
    )
    update relay_submissions s set next_check_at = null from waiting where s.id = waiting.id`;
}

/** The wallet has code in the final block, or its creation is queued again a few times. */
async function decideSlot(tx: TransactionSql, batchId: string, by: NonceUse): Promise<void> {
  const outcome = await slotOutcome(tx, by);
  if (outcome.done) {
    await tx`
      update wallet_creations set state = 'done', tx_hash = ${outcome.hash}, failure = null,
        closed_at = clock_now(), updated_at = clock_now()
      where batch_id = ${batchId} and state in (${stateList(tx, sentCreationStates)})`;
    return;
  }
  const { failure, rounds } = outcome;
  await tx`
    update wallet_creations set
      state = case when rounds + ${rounds} < ${MOST_ROUNDS} then 'queued' else 'failed' end,
      closed_at = case when rounds + ${rounds} < ${MOST_ROUNDS} then null else clock_now() end,
      failure = ${failure}, rounds = rounds + ${rounds}, wallet = null,
      updated_at = clock_now()
    where batch_id = ${batchId} and state in (${stateList(tx, sentCreationStates)})`;
}

/**
 * Takes creations back whose slots are open again. One for whose wallet another is open since stays closed, and its slot
 * is closed with a no-op.
 */
async function takeBackCreations(
  tx: TransactionSql,
  reopened: readonly string[],
): Promise<TakenBackItems> {
  const slots = [...reopened];
  const back = await tx<{ id: string }[]>`
    update wallet_creations c set state = 'signed', closed_at = null, updated_at = clock_now()
    where c.batch_id = any (${slots}::text[]) and c.state = 'done' and not exists (
      select from wallet_creations o
      where o.chain_id = c.chain_id and o.payer = c.payer
        and o.state in (${stateList(tx, openCreationStates)})
    )
    returning c.id`;
  await unsendUnwanted(tx, reopened, "create_wallet", creationSlots);
  return { inFlight: back.map(({ id }) => id), queued: [], closed: [] };
}
