import { asRows } from "@/db/as-rows";
import type { TransactionSql } from "@/db/client";
import type { UnrequestedKind } from "@/lib/core/subscriptions/subscription-kinds";
import { isTold } from "@/lib/domain/subscriptions/subscription-rows";
import type { WrittenCharge } from "./charge-transactions";
import type { CancellationEvent, EventPlace } from "./subscription-event";

/**
 * Marks charges of final blocks that no transaction of this installation made, nor the enrolment of their subscription:
 * another wallet has the right to charge. Those of subscriptions that keepers do not charge are their merchant's own.
 */
export async function noteUnrequestedCharges(
  tx: TransactionSql,
  charges: readonly WrittenCharge[],
): Promise<void> {
  const rows = charges
    .filter(({ row }) => isTold(row))
    .map(({ transactionId, event: { deploymentId, onchainId, txHash } }) => {
      return { transactionId, deploymentId, onchainId, txHash };
    });
  const found = await tx<{ transactionId: string; isForeign: boolean; isMarked: boolean }[]>`
    select t.id as transaction_id, t.unrequested as is_marked,
      a.hash is null and e.tx_hash is null as is_foreign
    from json_to_recordset(${asRows(rows)}::text::json)
      as c("transactionId" text, "deploymentId" text, "onchainId" text, "txHash" text)
    cross join lateral (
      select id, unrequested from transactions where id = c."transactionId" limit 1
    ) t
    left join lateral (
      select hash from relay_attempts where hash = hex_bytes(c."txHash") limit 1
    ) a on true
    left join lateral (
      select tx_hash from chain_subscriptions
      where deployment_id = c."deploymentId" and onchain_id = hex_bytes(c."onchainId")
        and tx_hash = hex_bytes(c."txHash") limit 1
    ) e on true
    where t.unrequested or (a.hash is null and e.tx_hash is null)`;
  if (found.length === 0) return;
  const foreign = new Set(found.flatMap((one) => (one.isForeign ? [one.transactionId] : [])));
  // One that was lost with its block may have come back by another transaction of ours.
  await tx`
    update transactions set unrequested = id = any (${[...foreign]}::text[])
    where id = any (${found.map(({ transactionId }) => transactionId)}::text[])`;
  const calls = charges.filter(({ transactionId }) => foreign.has(transactionId));
  await insertCalls(
    tx,
    calls.map(({ row, event }) => ({ ...event, kind: "charge", subscriptionId: row.id })),
  );
}

/**
 * Whether the operator's wallet ended a subscription on the chain, at a final block, without a call of this installation:
 * then it is noted.
 */
export async function noteUnrequestedEnd(
  tx: TransactionSql,
  subscriptionId: string,
  event: Omit<CancellationEvent, "chainMerchantId">,
): Promise<boolean> {
  const asked = await tx`
    select from operator_calls
    where subscription_id = ${subscriptionId} and kind = 'cancel_subscription' limit 1`;
  if (asked.length > 0) return false;
  await insertCalls(tx, [{ ...event, kind: "cancellation", subscriptionId }]);
  return true;
}

interface UnrequestedEvent extends EventPlace {
  readonly kind: UnrequestedKind;
  readonly subscriptionId: string;
}

async function insertCalls(tx: TransactionSql, calls: readonly UnrequestedEvent[]): Promise<void> {
  await tx`
    insert into unrequested_calls (chain_id, block_number, log_index, kind, deployment_id,
      subscription_id, tx_hash, block_timestamp)
    select "chainId", "blockNumber", "logIndex", kind, "deploymentId", "subscriptionId",
      hex_bytes("txHash"), "blockTimestamp"
    from json_to_recordset(${asRows(calls)}::text::json) as c("chainId" int, "blockNumber" bigint,
      "logIndex" int, kind text, "deploymentId" text, "subscriptionId" text, "txHash" text,
      "blockTimestamp" timestamptz)
    on conflict do nothing`;
}
