import type { TransactionSql } from "@/db/client";
import { stateList } from "@/db/state-list";
import type { Address } from "@/lib/core/chain/hex";
import type { Mode } from "@/lib/core/modes";
import { sentAuthorizationStates } from "@/lib/core/refund-authorization-states";
import { chargeFailedSubmissions } from "@/lib/domain/wallets/gas-budget";
import type {
  LostRange,
  NonceUse,
  SlotRules,
  TakenBackItems,
} from "@/lib/domain/wallets/relay-task";
import { slotOutcome } from "@/lib/domain/wallets/slot-outcome";
import { unsendUnwanted } from "@/lib/domain/wallets/unsend-unwanted";
import { obstacleAgain } from "./authorization-rows";

/** What follows for a merchant's signature of a refund from where the transaction of its slot is. */
export const authorizationSlots: SlotRules = {
  isWanted: (db) => db`exists (
    select from refund_authorizations a where a.batch_id = b.id
      and a.state in (${stateList(db, sentAuthorizationStates)})
  )`,
  noteBroadcast: (tx, batchId) => tx`
    update refund_authorizations set state = 'in_flight', updated_at = clock_now()
    where batch_id = ${batchId} and state = 'signed'`,
  async noteMined(tx, { batchId, hash }) {
    await tx`
      update refund_authorizations set state = 'mined', tx_hash = ${hash}, updated_at = clock_now()
      where batch_id = ${batchId} and state in ('signed', 'in_flight')`;
  },
  returnToFlight: (tx, batchIds) => tx`
    update refund_authorizations set state = 'in_flight', updated_at = clock_now()
    where batch_id = any (${[...batchIds]}::text[]) and state = 'mined'`,
  noteConsumed: decideSlot,
  // Slots are locked before their authorizations everywhere.
  async lockLost() {},
  takeBack: (tx, reopened, _, range) => takeBackAuthorizations(tx, reopened, range),
};

/**
 * The contract took it in the final block, and its event completes the refund; or it is queued again: whether it can still
 * be executed is decided by the chain. A transaction in vain counts against the budgets.
 */
async function decideSlot(tx: TransactionSql, batchId: string, by: NonceUse): Promise<void> {
  const outcome = await slotOutcome(tx, by);
  const sent = tx`
    a.batch_id = ${batchId} and a.state in (${stateList(tx, sentAuthorizationStates)})`;
  if (outcome.done) {
    await tx`
      update refund_authorizations a set state = 'done', tx_hash = ${outcome.hash}, obstacle = null,
        updated_at = clock_now()
      where ${sent}`;
    return;
  }
  const queued = await tx<{ merchantId: string; mode: Mode; payer: Address }[]>`
    update refund_authorizations a set state = 'queued', obstacle = ${obstacleAgain(tx, outcome)},
      rounds = a.rounds + ${outcome.rounds}, wallet = null, tx_hash = null, next_check_at = null,
      updated_at = clock_now()
    from refunds r
    where ${sent} and r.id = a.refund_id
    returning r.merchant_id, r.mode, a.from_address as payer`;
  if (outcome.rounds > 0) await chargeFailedSubmissions(tx, queued);
}

/**
 * Slots that are open again carry again what they had executed. What was executed in a lost slot whose bytes are not kept
 * any more is signed for anew; the contract takes it once.
 */
async function takeBackAuthorizations(
  tx: TransactionSql,
  reopened: readonly string[],
  { chainId, above }: LostRange,
): Promise<TakenBackItems> {
  const back = await tx<{ refundId: string }[]>`
    update refund_authorizations set state = 'in_flight', updated_at = clock_now()
    where batch_id = any (${[...reopened]}::text[]) and state = 'done'
    returning refund_id`;
  const queued = await tx<{ refundId: string }[]>`
    update refund_authorizations a set state = 'queued',
      obstacle = ${obstacleAgain(tx, { rounds: 0, failure: null })}, wallet = null, tx_hash = null,
      next_check_at = null, updated_at = clock_now()
    from relay_batches b, refunds r
    where b.id = a.batch_id and b.chain_id = ${chainId} and b.state = 'consumed'
      and b.consumed_block > ${above}
      and r.id = a.refund_id and r.status = 'submitted' and a.state = 'done'
    returning a.refund_id`;
  await unsendUnwanted(tx, reopened, "refund", authorizationSlots);
  const idsOf = (rows: readonly { refundId: string }[]) => rows.map(({ refundId }) => refundId);
  return { inFlight: idsOf(back), queued: idsOf(queued), closed: [] };
}
