import { asRows } from "@/db/as-rows";
import type { Db, TransactionSql } from "@/db/client";
import { pipelined } from "@/db/pipelined";
import { addressOf, type Deployment } from "@/lib/adapters/chain/chains";
import { sourcesOf, submissionTransitions } from "@/lib/core/states";
import { paidInstead } from "@/lib/domain/wallets/is-being-paid";
import { findUnsettled } from "@/lib/domain/wallets/queue/inspect-items";
import { type PlannedCall, withoutItems } from "@/lib/domain/wallets/queue/plan-calls";
import { postponeSubmissions } from "@/lib/domain/wallets/queue/postpone-submissions";
import type { Candidate, SignedSlot, SlotCall } from "@/lib/domain/wallets/relay-task";

/** A planned call; examined, it is without the items that would not settle now, which wait. */
export function settlementCandidate(
  db: Db,
  deployment: Deployment,
  planned: PlannedCall,
): Candidate {
  return {
    async examine(from) {
      const bad = await findUnsettled(deployment, from, planned);
      await postponeSubmissions(db, bad);
      const call = withoutItems(planned, new Set(bad.map(({ id }) => id)));
      return call && slotCallOf(deployment, call);
    },
  };
}

function slotCallOf(deployment: Deployment, call: PlannedCall): SlotCall {
  return {
    kind: call.kind,
    deploymentId: deployment.id,
    to: addressOf(deployment, "processor"),
    data: call.data,
    gas: call.gas,
    value: 0n,
    async lock(tx) {
      const kept = await lockItems(tx, call);
      return kept && slotCallOf(deployment, kept);
    },
    bind: (tx, slot) => bindItems(tx, call, slot),
  };
}

/** Items that are not queued any more are left out, and those whose session something else has paid meanwhile. */
async function lockItems(tx: TransactionSql, call: PlannedCall): Promise<PlannedCall | null> {
  const queued = await tx<{ id: string }[]>`
    select b.id from relay_submissions b
    where b.id = any (${call.items.map(({ id }) => id)}::text[]) and b.state = 'queued'
      and not exists (${paidInstead(tx)})
    order by b.id for no key update of b skip locked`;
  const ids = new Set(queued.map(({ id }) => id));
  const dropped = new Set(call.items.flatMap(({ id }) => (ids.has(id) ? [] : [id])));
  return withoutItems(call, dropped);
}

async function bindItems(tx: TransactionSql, call: PlannedCall, slot: SignedSlot): Promise<void> {
  const [, marked] = await pipelined([
    () => insertItems(tx, slot.batchId, call),
    () => markSigned(tx, call, slot),
  ]);
  if (marked.count !== call.items.length) throw new Error("The items were locked, and changed");
}

function insertItems(tx: TransactionSql, batchId: string, { items }: PlannedCall) {
  const rows = items.map(({ id, groupIndex, itemIndex }) => ({ id, groupIndex, itemIndex }));
  return tx`
    insert into relay_batch_items (batch_id, submission_id, group_index, item_index)
    select ${batchId}, id, "groupIndex", "itemIndex"
    from json_to_recordset(${asRows(rows)}::text::json)
      as i(id text, "groupIndex" int, "itemIndex" int)`;
}

function markSigned(tx: TransactionSql, { items }: PlannedCall, { hash, wallet }: SignedSlot) {
  return tx`
    update relay_submissions set state = 'signed', tx_hash = ${hash}, wallet = ${wallet},
      rounds = rounds + 1, failure_code = null, next_check_at = null, updated_at = clock_now()
    where id = any (${items.map(({ id }) => id)}::text[])
      and state in ${tx(sourcesOf(submissionTransitions, "signed"))}`;
}
