import type { TransactionSql } from "@/db/client";
import { stateList } from "@/db/state-list";
import { operatorCallTopics } from "@/lib/adapters/chain/calls/registry-calls";
import type { Receipt } from "@/lib/adapters/chain/reads/transactions";
import type { Address, Bytes32 } from "@/lib/core/chain/hex";
import { carriedCallStates, sentCallStates } from "@/lib/core/states";
import { isPayload } from "@/lib/domain/wallets/is-payload";
import type { NonceUse, SlotRules, TakenBackItems } from "@/lib/domain/wallets/relay-task";
import { unsendUnwanted } from "@/lib/domain/wallets/unsend-unwanted";
import type { OperatorCallRow } from "./wanted-call";

/** How often a call is planned again after a transaction of it that had no effect. */
const MAX_ROUNDS = 3;

/** What follows for an operator's call from where the transaction of its slot is. */
export const operatorCallSlots: SlotRules = {
  isWanted: (db) => db`exists (
    select from operator_calls c where c.batch_id = b.id
      and c.state in (${stateList(db, sentCallStates)})
  )`,
  async noteBroadcast() {},
  async noteMined(tx, { batchId, hash }) {
    await tx`
      update operator_calls set state = 'mined', tx_hash = ${hash}, updated_at = clock_now()
      where batch_id = ${batchId} and state = 'signed'`;
  },
  returnToFlight: (tx, batchIds) => tx`
    update operator_calls set state = 'signed', updated_at = clock_now()
    where batch_id = any (${[...batchIds]}::text[]) and state = 'mined'`,
  noteConsumed: decideCall,
  // Slots are locked before their calls everywhere.
  async lockLost() {},
  takeBack: takeBackCalls,
};

type DecidedCall = Pick<OperatorCallRow, "id" | "kind" | "rounds"> & { callTo: Address };

/**
 * Decides a call at the final block: done when the transaction had its effect there, else planned anew from
 * what the chain says then, so many times.
 */
async function decideCall(tx: TransactionSql, batchId: string, by: NonceUse): Promise<void> {
  const [call] = await tx<DecidedCall[]>`
    select c.id, c.kind, c.rounds, b.call_to
    from operator_calls c join relay_batches b on b.id = c.batch_id
    where c.batch_id = ${batchId}
      and c.state in (${stateList(tx, sentCallStates)}) for no key update of c`;
  if (!call) return;
  const isOwn = by !== null && (await isPayload(tx, by.hash));
  if (by && isOwn && hasEffect(call, by.receipt)) {
    await tx`
      update operator_calls set state = 'done', tx_hash = ${by.hash}, failure = null,
        closed_at = clock_now(), updated_at = clock_now()
      where id = ${call.id} and state in (${stateList(tx, sentCallStates)})`;
    return;
  }
  const failure = !isOwn ? "nonce_taken" : by?.receipt.succeeded ? "no_effect" : "reverted";
  const rounds = call.rounds + (isOwn ? 1 : 0);
  const hasFailed = rounds > MAX_ROUNDS;
  await tx`
    update operator_calls set state = ${hasFailed ? "failed" : "queued"}, failure = ${failure},
      rounds = ${rounds}, wallet = case kind when 'sweep_wallet' then wallet end,
      closed_at = case when ${hasFailed} then clock_now() end, updated_at = clock_now()
    where id = ${call.id} and state in (${stateList(tx, sentCallStates)})`;
}

/** A transaction makes one call, and its event says that it changed something. */
function hasEffect({ kind, callTo }: DecidedCall, { succeeded, logs }: Receipt): boolean {
  if (kind === "sweep_wallet") return succeeded;
  const proofs: readonly (Bytes32 | undefined)[] = operatorCallTopics[kind];
  return logs.some(({ address, topics }) => address === callTo && proofs.includes(topics[0]));
}

/**
 * Takes calls back whose slots are open again. Of several with one subject the first is in flight, and the
 * others are planned anew after it. A slot that carries nothing any more is closed with a no-op.
 */
async function takeBackCalls(
  tx: TransactionSql,
  reopened: readonly string[],
): Promise<TakenBackItems> {
  const slots = [...reopened];
  const back = await tx<{ id: string; isFirst: boolean }[]>`
    with back as (
      select c.id, c.chain_id, c.subject, c.number from operator_calls c
      where c.batch_id = any (${slots}::text[]) and c.state in (${stateList(tx, carriedCallStates)})
    )
    select c.id, c.number = min(c.number) over (partition by c.chain_id, c.subject) as is_first
    from operator_calls c
    where c.id in (select id from back)
      or (c.state in (${stateList(tx, sentCallStates)}) and (c.chain_id, c.subject) in (
        select chain_id, subject from back
      ))
    order by c.number`;
  const idsOf = (isFirst: boolean) =>
    back.filter((row) => row.isFirst === isFirst).map(({ id }) => id);
  const [inFlight, queued] = [idsOf(true), idsOf(false)];
  await tx`
    update operator_calls set state = 'queued', closed_at = null, updated_at = clock_now(),
      wallet = case kind when 'sweep_wallet' then wallet end
    where id = any (${queued}) and state in (${stateList(tx, carriedCallStates)})`;
  await tx`
    update operator_calls set state = 'signed', closed_at = null, updated_at = clock_now()
    where id = any (${inFlight}) and batch_id = any (${slots}::text[])
      and state in (${stateList(tx, carriedCallStates)})`;
  await unsendUnwanted(tx, reopened, "operator_call", operatorCallSlots);
  return { inFlight, queued, closed: [] };
}
