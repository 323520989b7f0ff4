import { asRows } from "@/db/as-rows";
import type { TransactionSql } from "@/db/client";
import { stateList } from "@/db/state-list";
import type { Address, Bytes32 } from "@/lib/core/chain/hex";
import {
  deadSubmissionStates,
  openSubmissionStates,
  settledSubmissionStates,
} from "@/lib/core/states";
import type { LostPaymentName, TakenBackItems } from "@/lib/domain/wallets/relay-task";
import { submissionsOf } from "./submissions-of";

interface Slot {
  id: string;
  wallet: Address;
  /** Of the newest transaction that carries payments and is kept; null when there is none. */
  hash: Bytes32 | null;
  /** Its payments must not be sent again as they are. */
  tainted: boolean;
}

interface LostSubmission {
  id: string;
  sessionId: string | null;
  state: string;
  /** Held up by screening. */
  held: boolean;
  crowded: boolean;
  /** The slots that it was signed into and that are in flight again, newest first. */
  slots: string[];
}

/**
 * Takes submissions back whose slots are open again, or whose settlement is lost: the payer's authorization
 * lives again. What was ended as dead stays ended, because the payer may have signed anew: a slot that
 * carries such a payment, or one that screening held up, is closed with a no-op, and its other payments
 * are queued to be signed for in another one. One stays closed whose session has another open one.
 * The caller has taken the payments back, and holds their sessions.
 * @param payments the transactions that were taken back
 */
export async function takeBackSubmissions(
  tx: TransactionSql,
  reopened: readonly string[],
  payments: readonly LostPaymentName[],
): Promise<TakenBackItems> {
  const lost = await findLost(tx, payments, reopened);
  const slots = await judgeSlots(tx, reopened, lost);
  const taken = sortOut(lost, slots);
  await writeBack(tx, [...taken.inFlight, ...taken.queued], slots);
  await releaseTainted(tx, slots);
  return {
    inFlight: taken.inFlight.map(({ id }) => id),
    queued: taken.queued.map(({ id }) => id),
    closed: taken.closed,
  };
}

/** Locks the submissions of payments that are taken back, before their slots. */
export async function lockSubmissions(
  tx: TransactionSql,
  payments: readonly LostPaymentName[],
): Promise<void> {
  await tx`
    select from relay_submissions
    where id in (select c.id from (${ofPayments(tx, payments)}) c) order by id for no key update`;
}

function ofPayments(tx: TransactionSql, payments: readonly LostPaymentName[]) {
  return submissionsOf(tx, tx`select unnest(${payments.map(({ id }) => id)}::text[])`);
}

/** A submission's own block decides, regardless of who settled it: an outsider's transaction is lost with it. */
async function findLost(
  tx: TransactionSql,
  payments: readonly LostPaymentName[],
  reopened: readonly string[],
): Promise<LostSubmission[]> {
  const rows = payments.map(({ id, held }) => ({ id, held }));
  return tx<LostSubmission[]>`
    select s.id, s.session_id, s.state, p.held,
      exists (
        select from relay_submissions o
        where o.session_id = s.session_id and o.state in (${stateList(tx, openSubmissionStates)})
      ) as crowded,
      array(
        select b.id from relay_batch_items i join relay_batches b on b.id = i.batch_id
        where i.submission_id = s.id and b.id = any (${[...reopened]})
        order by b.created_at desc, b.nonce desc
      ) as slots
    from json_to_recordset(${asRows(rows)}::text::json) as p(id text, held boolean)
    join (${ofPayments(tx, payments)}) c on c.transaction_id = p.id
    join relay_submissions s on s.id = c.id and s.state in (${stateList(tx, settledSubmissionStates)})
    order by s.created_at, s.id`;
}

async function judgeSlots(
  tx: TransactionSql,
  reopened: readonly string[],
  lost: readonly LostSubmission[],
): Promise<Map<string, Slot>> {
  const held = lost.flatMap((item) => (item.held ? item.slots : []));
  const rows = await tx<Slot[]>`
    select b.id, b.wallet,
      (
        select a.hash from relay_attempts a
        where a.batch_id = b.id and a.kind = 'payload' and a.raw is not null
        order by a.created_at desc, a.max_fee_per_gas desc limit 1
      ) as hash,
      b.id = any (${held}) or exists (
        select from relay_batch_items i join relay_submissions s on s.id = i.submission_id
        where i.batch_id = b.id and s.state in (${stateList(tx, deadSubmissionStates)})
      ) as tainted
    from relay_batches b where b.id = any (${[...reopened]})`;
  return new Map(rows.map((slot) => [slot.id, slot]));
}

/** Where a submission goes. */
interface Place {
  id: string;
  slotId: string | null;
}

/** A session has one open submission at the most: the first that was settled. */
function sortOut(lost: readonly LostSubmission[], slots: ReadonlyMap<string, Slot>) {
  const inFlight: Place[] = [];
  const queued: Place[] = [];
  const closed: string[] = [];
  const sessions = new Set<string>();
  for (const { id, sessionId, crowded, slots: own } of lost) {
    if (sessionId !== null && (crowded || sessions.has(sessionId))) {
      closed.push(id);
      continue;
    }
    if (sessionId !== null) sessions.add(sessionId);
    const slot = slots.get(own[0] ?? "");
    const isUsable = slot !== undefined && !slot.tainted && slot.hash !== null;
    if (isUsable) inFlight.push({ id, slotId: slot.id });
    else queued.push({ id, slotId: null });
  }
  return { inFlight, queued, closed };
}

async function writeBack(
  tx: TransactionSql,
  places: readonly Place[],
  slots: ReadonlyMap<string, Slot>,
): Promise<void> {
  const rows = places.map(({ id, slotId }) => {
    const slot = slots.get(slotId ?? "");
    return { id, slotId, hash: slot?.hash ?? null, wallet: slot?.wallet ?? null };
  });
  await tx`
    update relay_submissions s set
      state = case when p."slotId" is null then 'queued' else 'broadcast' end,
      tx_hash = hex_bytes(p.hash), wallet = hex_bytes(p.wallet), transaction_id = null, failure_code = null,
      next_check_at = null, closed_at = null, updated_at = clock_now()
    from json_to_recordset(${asRows(rows)}::text::json)
      as p(id text, "slotId" text, hash text, wallet text)
    where s.id = p.id and s.state in (${stateList(tx, settledSubmissionStates)})`;
  await tx`
    update relay_batch_items i set open = true
    from json_to_recordset(${asRows(rows)}::text::json) as p(id text, "slotId" text)
    where i.submission_id = p.id and i.batch_id = p."slotId"`;
}

/** What was mined goes back into flight; what sits in a slot that is to be closed looks for another one. */
async function releaseTainted(tx: TransactionSql, slots: ReadonlyMap<string, Slot>): Promise<void> {
  const all = [...slots.values()];
  const tainted = all.filter((slot) => slot.tainted).map(({ id }) => id);
  await tx`
    update relay_submissions s set failure_code = null, updated_at = clock_now(),
      state = case when i.batch_id = any (${tainted}) then 'queued' else 'broadcast' end,
      wallet = case when i.batch_id = any (${tainted}) then null else s.wallet end
    from relay_batch_items i
    where i.submission_id = s.id and i.open and i.batch_id = any (${all.map(({ id }) => id)})
      and (s.state = 'mined' or (s.state in ('signed', 'broadcast') and i.batch_id = any (${tainted})))`;
  await tx`
    update relay_batch_items set open = false where batch_id = any (${tainted}) and open`;
  // As if its bytes had never been sent: they are not sent again, a no-op takes the nonce.
  await tx`update relay_batches set state = 'signed' where id = any (${tainted})`;
}
