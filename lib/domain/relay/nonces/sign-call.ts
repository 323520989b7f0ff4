import { asRows } from "@/db/as-rows";
import { type Db, type TransactionSql, transaction } from "@/db/client";
import { pipelined } from "@/db/pipelined";
import { addressOf, type Deployment } from "@/lib/adapters/chain/chains";
import type { Relayer, SignedTransaction } from "@/lib/adapters/chain/relayer";
import { packBytes } from "@/lib/adapters/packing/pack-bytes";
import type { Address } from "@/lib/core/hex";
import { newId } from "@/lib/core/ids";
import { digits } from "@/lib/core/money";
import { sourcesOf, submissionTransitions } from "@/lib/core/states";
import { paidInstead } from "@/lib/domain/relay/is-being-paid";
import { type PlannedCall, withoutItems } from "@/lib/domain/relay/queue/plan-calls";
import type { Fees } from "./fees";
import type { WalletLease } from "./wallet-lease";

/** A call, and what it is to be sent with. */
export interface CallToSign {
  readonly deployment: Deployment;
  readonly relayer: Relayer;
  readonly lease: WalletLease;
  readonly call: PlannedCall;
  readonly fees: Fees;
}

/** Bytes that are stored and may be sent. */
export interface StoredAttempt extends SignedTransaction {
  readonly batchId: string;
}

/**
 * Gives a call the wallet's next nonce: counter, nonce, signed bytes and the items' states are stored
 * in one transaction, before anything is sent, so that a crash at any point leaves either nothing or
 * bytes that can be sent again. Items that are not queued any more are left out, and those whose session
 * something else has paid meanwhile.
 * @returns null when no item is left, another process took the wallet over, or it was retired
 */
export async function signCall(db: Db, signing: CallToSign): Promise<StoredAttempt | null> {
  const { lease, call } = signing;
  return transaction(db, async (tx) => {
    const [wallet] = await tx<{ nextNonce: bigint }[]>`
      select next_nonce from relay_wallets
      where chain_id = ${lease.chainId} and address = ${lease.wallet} and fence = ${lease.fence}
        and retired_at is null
      for update`;
    if (!wallet) return null;
    const queued = await tx<{ id: string }[]>`
      select b.id from relay_submissions b
      where b.id = any (${call.items.map(({ id }) => id)}::text[]) and b.state = 'queued'
        and not exists (${paidInstead(tx)})
      order by b.id for update of b skip locked`;
    const ids = new Set(queued.map(({ id }) => id));
    const dropped = new Set(call.items.flatMap(({ id }) => (ids.has(id) ? [] : [id])));
    const kept = withoutItems(call, dropped);
    return kept && store(tx, { ...signing, call: kept }, wallet.nextNonce);
  });
}

async function store(
  tx: TransactionSql,
  { deployment, relayer, lease, call, fees }: CallToSign,
  nonce: bigint,
): Promise<StoredAttempt> {
  const { chainId } = deployment;
  const processor = addressOf(deployment, "processor");
  const signed = await relayer.sign({
    chainId,
    nonce,
    to: processor,
    data: call.data,
    gas: call.gas,
    ...fees,
  });
  const batchId = newId("relayBatch");
  const results = await pipelined([
    () => tx`
      update relay_wallets set next_nonce = ${nonce + 1n}, blocked_until = null, blocked_reason = null
      where chain_id = ${chainId} and address = ${lease.wallet} and next_nonce = ${nonce}`,
    () => tx`
      insert into relay_batches (id, chain_id, wallet, nonce, deployment_id, kind, state, call_to,
        gas_limit)
      values (${batchId}, ${chainId}, ${lease.wallet}, ${nonce}, ${deployment.id}, ${call.kind},
        'signed', ${processor}, ${call.gas})`,
    () => insertAttempt(tx, { batchId, kind: "payload", signed, fees }),
    () => insertItems(tx, batchId, call),
    () => markSigned(tx, call, signed, lease.wallet),
  ]);
  const [moved, , , , marked] = results;
  if (moved.count !== 1 || marked.count !== call.items.length) {
    throw new Error("The wallet's row and the items were locked, and changed");
  }
  return { ...signed, batchId };
}

/** Stores signed bytes: what is not stored is never sent. */
export function insertAttempt(
  tx: TransactionSql,
  attempt: {
    batchId: string;
    kind: "payload" | "noop";
    signed: SignedTransaction;
    fees: Fees;
  },
) {
  const { batchId, kind, signed, fees } = attempt;
  return tx`
    insert into relay_attempts (hash, batch_id, kind, raw, max_fee_per_gas, max_priority_fee_per_gas)
    values (${signed.hash}, ${batchId}, ${kind}, ${packBytes(signed.raw)}, ${digits(fees.maxFeePerGas)},
      ${digits(fees.maxPriorityFeePerGas)})`;
}

function insertItems(tx: TransactionSql, batchId: string, { items }: PlannedCall) {
  const rows = items.map(({ id, groupIndex, itemIndex }) => ({ id, groupIndex, itemIndex }));
  return tx`
    insert into relay_batch_items (batch_id, submission_id, group_index, item_index)
    select ${batchId}, id, "groupIndex", "itemIndex"
    from json_to_recordset(${asRows(rows)}::text::json)
      as i(id text, "groupIndex" int, "itemIndex" int)`;
}

function markSigned(
  tx: TransactionSql,
  { items }: PlannedCall,
  { hash }: SignedTransaction,
  wallet: Address,
) {
  return tx`
    update relay_submissions set state = 'signed', tx_hash = ${hash}, wallet = ${wallet},
      rounds = rounds + 1, failure_code = null, next_check_at = null, updated_at = now()
    where id = any (${items.map(({ id }) => id)}::text[])
      and state in ${tx(sourcesOf(submissionTransitions, "signed"))}`;
}
