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

interface Queued {
  merchantId: string;
  mode: Mode;
  payer: Address;
  isReturned: boolean;
}

/**
 * The contract took it in the final block, and its event completes the refund; or it is queued again: whether it can still
 * be executed is decided by the chain. A transaction in vain counts against the budgets, unless another account was faster
 * with the same call: in that final block its event has completed the refund.
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
  const queued = await tx<Queued[]>`
    update refund_authorizations a set state = 'queued', obstacle = ${obstacleAgain(tx, outcome)},
      rounds = a.rounds + ${outcome.rounds}, wallet = null, tx_hash = null, next_check_at = null,
      updated_at = clock_now()
    from refunds r
    where ${sent} and r.id = a.refund_id
    returning r.merchant_id, r.mode, a.from_address as payer, r.status = 'completed' as is_returned`;
  const inVain = queued.filter(({ isReturned }) => !isReturned);
  if (outcome.rounds > 0) await chargeFailedSubmissions(tx, inVain);
}

/**
 * Slots that are open again carry again what they had in a block. What was executed in any other slot, and whose refund is
 * lost, is signed for anew: its bytes are not kept any more, or an operator has opened the slot before to fill a gap. The
 * contract takes it once.
 */
async function takeBackAuthorizations(
  tx: TransactionSql,
  reopened: readonly string[],
  { chainId }: LostRange,
): Promise<TakenBackItems> {
  const back = await tx<{ refundId: string }[]>`
    update refund_authorizations set state = 'in_flight', updated_at = clock_now()
    where batch_id = any (${[...reopened]}::text[]) and state in ('done', 'mined')
    returning refund_id`;
  const queued = await tx<{ refundId: string }[]>`
    update refund_authorizations a set state = 'queued',
      obstacle = ${obstacleAgain(tx, { rounds: 0, failure: null })}, wallet = null, tx_hash = null,
      next_check_at = null, updated_at = clock_now()
    from refunds r
    where a.chain_id = ${chainId} and a.state = 'done'
      and r.id = a.refund_id and r.status = 'submitted'
    returning a.refund_id`;
  await unsendUnwanted(tx, reopened, "refund", authorizationSlots);
  const idsOf = (rows: readonly { refundId: string }[]) => rows.map(({ refundId }) => refundId);
  return { inFlight: idsOf(back), queued: idsOf(queued), closed: [] };
}
